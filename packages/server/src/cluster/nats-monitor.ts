// Asks the NATS servers, over their monitoring ports, whether they sync to disk before they
// acknowledge.

const answerWithinMs = 2_000

/** `unsafe`: may lose what it acknowledged; `silent`: gives no answer. */
type ServerSafety = { readonly unsafe: readonly string[]; readonly silent: readonly string[] }

export async function serverSafety(monitors: readonly string[]): Promise<ServerSafety> {
  const each = await Promise.all(
    monitors.map(async (monitor) => ({ monitor, isSynced: await isSynced(monitor) })),
  )
  const named = (wanted: boolean | undefined): readonly string[] =>
    each.flatMap((one) => (one.isSynced === wanted ? one.monitor : []))
  return { unsafe: named(false), silent: named(undefined) }
}

async function isSynced(monitor: string): Promise<boolean | undefined> {
  try {
    const asked = { signal: AbortSignal.timeout(answerWithinMs) }
    const answer = await fetch(`http://${monitor}/jsz?config=true`, asked)
    const said = (await answer.json()) as { readonly config?: { readonly sync_always?: boolean } }
    return said.config?.sync_always === true
  } catch {
    return undefined
  }
}
