"""Work that is spread over processes, of this machine or of a cluster."""
