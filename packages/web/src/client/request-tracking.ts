// Tracking of requests: a tag for each, how long its answer took, and those that never got one
// (spec 7, 9).

/** Spec 9: who has no answer after a minute is no longer followed. */
const EXPIRY_MS = 60_000
/** Spec 9: what took longer says more about the machine's sleep than about the exchange. */
const MOST_TIMED_MS = 30_000

export type RequestTiming = {
  readonly tag: string
  readonly call: string
  readonly tookMs: number
}

type Followed = { readonly call: string; readonly sentMs: number }

/** Follows requests; the page has one of these, tests their own with a clock. */
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
    /** Returns the tag that follows a request through the logs of both sides. */
    begin(call: string): string {
      forgetOld()
      const tag = names()
      followed.set(tag, { call, sentMs: nowMs() })
      return tag
    },
    /** An answer has come: tells how long it took, where that is not too long ago. */
    end(tag: string): void {
      forgetOld()
      const request = followed.get(tag)
      if (request === undefined) return
      followed.delete(tag)
      const tookMs = nowMs() - request.sentMs
      if (tookMs < MOST_TIMED_MS) report({ tag, call: request.call, tookMs })
    },
    /** How many are under way. */
    underWay: (): number => followed.size,
  }
}

let count = 0
function newTag(): string {
  count += 1
  return `web-${Date.now().toString(36)}-${count}`
}

/** Timings stand in the browser's own timeline, where tools and observers read them. */
export const requestTracking = createTracking(
  () => performance.now(),
  ({ tag, call, tookMs }) => {
    const start = performance.now() - tookMs
    performance.measure(`call ${call}`, { start, duration: tookMs, detail: { tag } })
    // The timeline is read by observers as it grows; the page itself keeps nothing of it.
    performance.clearMeasures(`call ${call}`)
  },
)
