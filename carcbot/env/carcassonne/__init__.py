"""What environments of Carcassonne have besides: planes, turns in two phases, a published API."""
