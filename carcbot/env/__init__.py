"""Games as environments for reinforcement learning."""
