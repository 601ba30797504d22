"""What ``carcbot bench`` measures, a file for each part."""
