// Assertions: a failed one is a bug of ours, never the trader's fault.

/** Throws if an invariant does not hold; the message names it. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`)
}

/** Marks a branch that the compiler has proved unreachable. */
export function assertNever(value: never): never {
  throw new Error(`Unreachable value: ${String(value)}`)
}
