"""What is told of the computer's thoughts: lines as sentences, values as chances to win."""
