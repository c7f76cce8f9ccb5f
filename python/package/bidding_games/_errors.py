"""The exceptions. The wording is the checker's: that of the command ``check``."""

from __future__ import annotations

from typing import Optional


class CertificateError(Exception):
    """A certificate, or a game of your own, is not verified. Either `Rejected` or `Declined`."""

    verdict: str = ""
    """``"rejected"`` or ``"declined"``."""

    def __init__(
        self,
        message: str,
        path: Optional[str] = None,
        condition: Optional[str] = None,
        sha256: Optional[str] = None,
    ) -> None:
        super().__init__(message, path, condition, sha256)
        self.message = message
        """Why, beginning with the verdict: where, which condition, found, required."""
        self.path = path
        """The file, if there is one."""
        self.condition = condition
        """The condition that the certificate breaks, such as ``"white-holds"``; None if it is declined."""
        self.sha256 = sha256
        """The SHA-256 of what was judged, in hexadecimal digits, if it was read."""

    def __str__(self) -> str:
        """The line that ``check`` prints."""
        path = "" if self.path is None else f"{self.path}: "
        digest = "" if self.sha256 is None else f" (sha-256 {self.sha256})"
        return f"{path}{self.message}{digest}"


class Rejected(CertificateError):
    """A condition fails: the certificate proves nothing."""

    verdict = "rejected"


class Declined(CertificateError):
    """Nothing can be said: the file cannot be read, is too large or of another version, an import is missing; or there is a bug."""

    verdict = "declined"


class MissingTableError(KeyError):
    """No table answers the question; or the one that was asked does not have this position."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""
