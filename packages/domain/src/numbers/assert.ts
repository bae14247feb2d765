// Assertions: a broken one is our bug, never the trader's.

/** Throws when an invariant of our own does not hold; the message says which. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`)
}

/** Marks a branch that the compiler has proved unreachable. */
export function assertNever(value: never): never {
  throw new Error(`Unreachable value: ${String(value)}`)
}
