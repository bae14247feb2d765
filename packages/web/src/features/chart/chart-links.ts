// Links between charts side by side: a common interval, and the crosshair of the chart under the
// pointer shown on the others.

import type { ChartWidget } from '@basis/chart/widget'

export type Links = {
  readonly symbol: boolean
  readonly interval: boolean
  readonly crosshair: boolean
}

export class ChartLinks {
  readonly #charts = new Set<ChartWidget>()
  #links: Links = { symbol: false, interval: false, crosshair: false }
  #pointedAt: ChartWidget | undefined

  /** Sets what is linked; when intervals become linked, all take the first chart's at once. */
  set(links: Links): void {
    const isNew = links.interval && !this.#links.interval
    if (!links.crosshair) this.#leave()
    this.#links = links
    const [first] = this.#charts
    if (isNew && first !== undefined) this.#follow(first.activeChart().resolution())
  }

  /** Adds a chart to the links; returns a function that removes it. */
  join(chart: ChartWidget): () => void {
    const [first] = this.#charts
    this.#charts.add(chart)
    if (this.#links.interval && first !== undefined) this.#follow(first.activeChart().resolution())
    const { onIntervalChanged, crossHairMoved } = subscriptionsOf(chart)
    const changed = (interval: string): void => {
      if (this.#links.interval) this.#follow(interval)
    }
    const moved = ({ time }: { time: number }): void => {
      if (!this.#links.crosshair || this.#pointedAt !== chart) return
      for (const other of this.#charts) if (other !== chart) other.showCrosshair(time)
    }
    onIntervalChanged.subscribe(null, changed)
    crossHairMoved.subscribe(null, moved)
    const { signal, abort } = aborting()
    const frame: unknown = chart._iFrame
    if (frame instanceof EventTarget) {
      frame.addEventListener('pointerenter', () => (this.#pointedAt = chart), { signal })
      frame.addEventListener('pointerleave', () => this.#leave(), { signal })
    }
    return () => {
      abort()
      onIntervalChanged.unsubscribe(null, changed)
      crossHairMoved.unsubscribe(null, moved)
      this.#charts.delete(chart)
      if (this.#pointedAt === chart) this.#leave()
    }
  }

  /** Skips a chart that already has the interval, so that the change does not echo. */
  #follow(interval: string): void {
    for (const chart of this.#charts) {
      const one = chart.activeChart()
      if (one.resolution() !== interval) void one.setResolution(interval)
    }
  }

  #leave(): void {
    if (this.#pointedAt === undefined) return
    for (const chart of this.#charts) {
      if (chart !== this.#pointedAt) chart.showCrosshair(undefined)
    }
    this.#pointedAt = undefined
  }
}

function subscriptionsOf(chart: ChartWidget) {
  const one = chart.activeChart()
  return { onIntervalChanged: one.onIntervalChanged(), crossHairMoved: one.crossHairMoved() }
}

function aborting(): { signal: AbortSignal; abort: () => void } {
  const stop = new AbortController()
  return { signal: stop.signal, abort: () => stop.abort() }
}
