"""What one seat does: how it plans its time. Pure: no socket, no clock."""
