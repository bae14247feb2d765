// The page of the golden pictures: a sheet of small charts, one to a scene, in one theme.

import type { Bar, Datafeed } from '../../packages/chart/src/options/datafeed.ts'
import { createChartWidget, type ChartWidget } from '../../packages/chart/src/api/widget.ts'
import fontAddress from '../../packages/web/src/ui/fonts/inter-latin.woff2?url'
import { goldenBars, groups, type Scene } from './scenes.ts'

const usualTile = { columns: 4, width: 400, height: 304 }
/** Labels of lines show all their parts only if there is enough space. */
const wideTile = { columns: 3, width: 560, height: 304 }

/** The position of each shown scene on the sheet, in CSS pixels. */
export type SheetPlan = {
  /** The shown scenes, as their places in the group. */
  readonly places: readonly number[]
  readonly columns: number
  readonly width: number
  readonly height: number
}

const bars = goldenBars(160)
const others = goldenBars(160, 3_100).toReversed()
const compared = others.map((bar, at): Bar => ({ ...bar, time: bars[at]?.time ?? 0 }))

function feedOf({ feed }: Scene): Datafeed {
  const answered = (name: string): readonly Bar[] => {
    if (name === 'OTHER') return compared
    if (feed === 'slips')
      return bars.with(3, { ...compared[3], time: bars[3]?.time, low: 0 } as Bar)
    if (feed !== 'spread') return bars
    const minus = (price: number) => Math.round((price - 64_000) * 10) / 10
    return bars.map(({ open, high, low, close, ...rest }) => ({
      ...rest,
      open: minus(open),
      high: minus(high),
      low: minus(low),
      close: minus(close),
    }))
  }
  return {
    onReady: (callback) => void setTimeout(() => callback({})),
    searchSymbols: (...[, , , onResult]) => onResult([]),
    resolveSymbol: (name, found) =>
      void setTimeout(() => found({ name, pricescale: 10, minmov: 1, has_intraday: true })),
    getBars: (...[info, , { to }, answer, fail]) => {
      if (feed === 'fails') return fail('503')
      const past = answered(info.name).filter(({ time }) => time < to * 1_000)
      answer(past, { noData: true })
    },
    subscribeBars: () => undefined,
    unsubscribeBars: () => undefined,
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function show(scene: Scene, theme: 'dark' | 'light', place: HTMLElement) {
  const widget = createChartWidget({
    container: place,
    symbol: 'BTCUSDT',
    interval: '30',
    autosize: true,
    theme,
    timezone: 'Etc/UTC',
    custom_font_family: 'Golden, sans-serif',
    datafeed: feedOf(scene),
    disabled_features: [
      'use_localstorage_for_settings',
      'header_widget',
      'left_toolbar',
      'timeframes_toolbar',
    ],
  })
  // The frame's document loads fonts of its own; widths measured before are measured again.
  const own = widget._iFrame.contentDocument
  const face = await new FontFace('Golden', `url(${fontAddress})`, { weight: '100 900' }).load()
  own?.fonts.add(face)
  await new Promise<void>((resolve) => widget.onChartReady(resolve))
  const loaded = new Promise<void>((resolve) =>
    widget.activeChart().onDataLoaded().subscribe(null, resolve, true),
  )
  widget.activeChart().resetData()
  await loaded
  await scene.dress?.(widget, bars)
  return widget
}

/** The legend's text of a study without a value, whose bars have not arrived yet. */
const noValue = '∅'

/** Waits until every study has its values: a compared symbol loads its own bars. */
async function untilValuesShown(places: readonly HTMLElement[]): Promise<void> {
  const isMissing = (place: HTMLElement): boolean => {
    const text = place.querySelector('iframe')?.contentDocument?.body.textContent
    return text?.includes(noValue) ?? false
  }
  for (let tries = 0; tries < 600 && places.some(isMissing); tries += 1) await wait(50)
}

let shown: ChartWidget[] = []

/** Shows the scenes at these places of a group, one after another. */
async function showGroup(
  group: string,
  theme: 'dark' | 'light',
  places: readonly number[],
): Promise<SheetPlan> {
  const sheet = document.getElementById('sheet')
  if (sheet === null) throw new Error('The page has no place for a sheet')
  for (const widget of shown) widget.remove()
  const scenes = places.flatMap((at) => groups[group]?.[at] ?? [])
  const { columns, width, height } = group === 'lines' ? wideTile : usualTile
  document.body.style.margin = '0'
  Object.assign(sheet.style, {
    display: 'grid',
    gridTemplateColumns: `repeat(${columns}, ${width}px)`,
    width: `${columns * width}px`,
    visibility: 'hidden',
  })
  const tiles = scenes.map(() => {
    const tile = document.createElement('div')
    Object.assign(tile.style, { width: `${width}px`, height: `${height}px` })
    return tile
  })
  sheet.replaceChildren(...tiles)
  shown = await Promise.all(
    scenes.map((scene, at) => show(scene, theme, tiles[at] ?? document.body)),
  )
  await untilValuesShown(tiles)
  // Waits for panes whose layout follows that of others, and for notices.
  await wait(200)
  sheet.style.visibility = 'visible'
  return { places, columns, width, height }
}

export type GoldenPage = { showGroup: typeof showGroup }

Object.assign(globalThis, { goldenPage: { showGroup } satisfies GoldenPage })
