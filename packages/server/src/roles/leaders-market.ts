// The market of the engine that leads: opened when it begins to lead, and stopped when it no longer
// does.

export type LeadersMarket = { readonly stop: () => void }

/** An exchange that is busy when a term begins must not stay without prices until the next one. */
const retryMs = 1_000

/** Opens a market, again after a failure, until it is open or stopped. */
export function leadersMarket(
  open: () => Promise<LeadersMarket>,
  onFailure: (error: unknown) => void,
): LeadersMarket {
  let isOver = false
  let market: LeadersMarket | undefined
  let retry: NodeJS.Timeout | undefined
  const attempt = (): void => {
    open().then(
      (opened) => {
        if (isOver) opened.stop()
        else market = opened
      },
      (error: unknown) => {
        if (isOver) return
        onFailure(error)
        retry = setTimeout(attempt, retryMs).unref()
      },
    )
  }
  attempt()
  return {
    stop: () => {
      isOver = true
      clearTimeout(retry)
      market?.stop()
    },
  }
}
