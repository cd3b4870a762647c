"""What is allowed: the kernel. It imports nothing but numpy and the jit shim."""
