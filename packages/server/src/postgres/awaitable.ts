// A value that is available at once if the store is a file, or later if it is a server.

export type Awaitable<Value> = Value | Promise<Value>

/** Continues with a value; synchronously if it is available. */
export function onceThere<Value, Result>(
  value: Awaitable<Value>,
  act: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(act) : act(value)
}

/** Continues when all values are available. */
export function onceAllThere<Value, Result>(
  values: readonly Awaitable<Value>[],
  act: (values: readonly Value[]) => Awaitable<Result>,
): Awaitable<Result> {
  const isLater = values.some((value) => value instanceof Promise)
  return isLater ? Promise.all(values).then(act) : act(values as readonly Value[])
}
