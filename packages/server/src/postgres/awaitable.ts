// A value at once, where a store is a file, or later, where it is a server.

export type Awaitable<Value> = Value | Promise<Value>

/** Goes on with a value: at once when it is there, without a turn of the process. */
export function onceThere<Value, Result>(
  value: Awaitable<Value>,
  act: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(act) : act(value)
}

/** Goes on when all values are there. */
export function onceAllThere<Value, Result>(
  values: readonly Awaitable<Value>[],
  act: (values: readonly Value[]) => Awaitable<Result>,
): Awaitable<Result> {
  const isLater = values.some((value) => value instanceof Promise)
  return isLater ? Promise.all(values).then(act) : act(values as readonly Value[])
}
