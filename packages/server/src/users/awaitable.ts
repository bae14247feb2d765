// A value at once, where a store is a file, or later, where it is a server.

export type Awaitable<Value> = Value | Promise<Value>

/** Goes on with a value: at once when it is there, without a turn of the process. */
export function onceThere<Value, Result>(
  value: Awaitable<Value>,
  act: (value: Value) => Result,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(act) : act(value)
}
