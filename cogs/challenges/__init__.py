"""How a match begins: challenges, open matches, rematches, and who may open or join one."""
