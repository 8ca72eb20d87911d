"""The changed files, as found by git."""

from __future__ import annotations

import subprocess
from pathlib import Path

SHARED = "origin/main", "upstream/main"
"""The main branches of remote repositories."""

OWN = "main"
"""The local main branch."""


def changed(root: Path) -> list[str]:
    """Return the paths of all files that have changed since this branch left the main branch.

    Uncommitted changes and new files count, too. Raises OSError or CalledProcessError without git.
    """
    new = _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    differing = _git(root, "diff", "-z", "--name-only", "--no-renames", base(root))
    return sorted({path for path in (new + differing).split("\0") if path})


def changed_by(root: Path, commit: str) -> list[str]:
    """Return the paths of all files changed by a commit. Raises OSError or CalledProcessError."""
    options = "-r", "-z", "--name-only", "--no-renames", "--no-commit-id"
    return [path for path in _git(root, "diff-tree", *options, commit).split("\0") if path]


def base(root: Path) -> str:
    """Return the newest commit of this branch that is also on a main branch; "HEAD" without one."""
    branch = _git(root, "branch", "--show-current").strip()
    found = [
        common
        for main in (*SHARED, OWN)
        if main != branch and (common := _try(root, "merge-base", "HEAD", main))
    ]
    ahead = {common: int(_git(root, "rev-list", "--count", f"{common}..HEAD")) for common in found}
    return min(ahead, key=ahead.__getitem__, default="HEAD")


def _try(root: Path, *arguments: str) -> str:
    """Return the output of git, "" if it fails."""
    try:
        return _git(root, *arguments).strip()
    except subprocess.CalledProcessError:
        return ""


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)  # noqa: S603, S607 - git, by its name
    return done.stdout
