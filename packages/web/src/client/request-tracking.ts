// Tracking of requests: a tag for each, how long its answer took, and those without an answer (spec
// 7, 9).

/** Spec 9: a request without an answer after a minute is dropped. */
const EXPIRY_MS = 60_000
/**
 * Spec 9: longer durations are caused by a sleeping machine, not by the exchange, and are not
 * reported.
 */
const MOST_TIMED_MS = 30_000

export type RequestTiming = {
  readonly tag: string
  readonly call: string
  readonly tookMs: number
}

type Followed = { readonly call: string; readonly sentMs: number }

/** Tracks requests; the page has one instance, tests create their own with a clock. */
export function createTracking(
  nowMs: () => number,
  report: (timing: RequestTiming) => void,
  names: () => string = newTag,
) {
  const followed = new Map<string, Followed>()
  const forgetOld = (): void => {
    for (const [tag, { sentMs }] of followed) {
      if (nowMs() - sentMs >= EXPIRY_MS) followed.delete(tag)
    }
  }
  return {
    /** Returns the tag that identifies the request in the logs of both sides. */
    begin(call: string): string {
      forgetOld()
      const tag = names()
      followed.set(tag, { call, sentMs: nowMs() })
      return tag
    },
    /** Records an answer and reports how long it took, unless it took too long to count. */
    end(tag: string): void {
      forgetOld()
      const request = followed.get(tag)
      if (request === undefined) return
      followed.delete(tag)
      const tookMs = nowMs() - request.sentMs
      if (tookMs < MOST_TIMED_MS) report({ tag, call: request.call, tookMs })
    },
    /** The number of pending requests. */
    underWay: (): number => followed.size,
  }
}

let count = 0
function newTag(): string {
  count += 1
  return `web-${Date.now().toString(36)}-${count}`
}

/**
 * Timings are written to the browser's performance timeline, where tools and observers read them.
 */
export const requestTracking = createTracking(
  () => performance.now(),
  ({ tag, call, tookMs }) => {
    const start = performance.now() - tookMs
    performance.measure(`call ${call}`, { start, duration: tookMs, detail: { tag } })
    // Observers have received the entry; clearing it keeps the timeline from growing.
    performance.clearMeasures(`call ${call}`)
  },
)
