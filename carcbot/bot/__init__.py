"""What one seat does: what it says, how it plans its time. Pure: no socket, no clock."""
