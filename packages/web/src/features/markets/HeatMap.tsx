// The heat map of the markets: a tile for each, sized by turnover or open interest and coloured by
// the change of the day.

import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { pageOf } from '../../shell/routes.ts'
import { shownName, tradedOf } from '../../stores/catalogue.ts'
import { classNames } from '../../ui/class-names.ts'
import { Segments } from '../../ui/Tabs.tsx'
import { changeE6, openInterestUsd, turnoverUsd, type MarketRow } from './market-rows.ts'
import { tilesOf } from './tiles.ts'

const aspect = { wide: 2, tall: 0.6 }
/** The change at which a tile has its full colour, ×1e6. */
const fullE6 = 50_000

export function HeatMap({ rows }: { rows: readonly MarketRow[] }) {
  const t = useT()
  const [by, setBy] = useState<'turnover' | 'openInterest'>('turnover')
  const weightOf = by === 'turnover' ? turnoverUsd : openInterestUsd
  const weighted = rows.map((row) => ({ item: row, weight: weightOf(row) ?? 0 }))
  return (
    <div className="flex h-full flex-col gap-2 p-3">
      <Segments
        label={t('markets.heatBy')}
        value={by}
        onChange={setBy}
        items={[
          { value: 'turnover', label: t('markets.byTurnover') },
          { value: 'openInterest', label: t('markets.byOpenInterest') },
        ]}
        className="self-start"
      />
      <Tiles weighted={weighted} shape={aspect.wide} className="max-md:hidden" />
      <Tiles weighted={weighted} shape={aspect.tall} className="md:hidden" />
    </div>
  )
}

function Tiles(props: {
  weighted: readonly { readonly item: MarketRow; readonly weight: number }[]
  shape: number
  className: string
}) {
  const format = useFormat()
  const list = useRef<HTMLUListElement>(null)
  const room = useRoom(list)
  return (
    <ul ref={list} className={`relative min-h-0 flex-1 ${props.className}`}>
      {tilesOf(props.weighted, props.shape).map(({ item, left, top, width, height }) => {
        const change = changeE6(item, 'change24h') ?? 0
        const text = format.percent({ units: change, scale: 4 })
        const name = shownName(item.listing)
        const [widePx, highPx] = [(room.widthPx * width) / 100, (room.heightPx * height) / 100]
        const label = labelOf(name, { widePx, highPx })
        return (
          <li
            key={item.listing.symbol}
            className="absolute p-px"
            style={{
              left: `${left}%`,
              top: `${top}%`,
              width: `${width}%`,
              height: `${height}%`,
            }}
          >
            <PageLink
              page={pageOf(tradedOf(item.listing))}
              title={`${name} ${text}`}
              className={classNames(
                'flex h-full flex-col items-center justify-center overflow-hidden rounded-sm',
                'text-center leading-tight whitespace-nowrap -outline-offset-2',
                label.isSmall ? 'text-2xs' : 'text-xs',
              )}
              style={{ backgroundColor: shade(change) }}
            >
              <span className={label.hasName ? 'font-medium' : 'sr-only'}>{name}</span>
              <span className={label.hasChange ? 'tabular-nums' : 'sr-only'}>{text}</span>
            </PageLink>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the size of the list in pixels; zero before it is rendered. */
function useRoom(list: RefObject<HTMLUListElement | null>) {
  const [room, setRoom] = useState({ widthPx: 0, heightPx: 0 })
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() =>
      setRoom({ widthPx: element.clientWidth, heightPx: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return room
}

/** Pixels per letter and per line, in the normal size and in the small one. */
const usual = { letter: 8, line: 16 }
const small = { letter: 6.8, line: 13 }
/** The maximum length of a change: `-12.34%`. */
const changeLetters = 6

/** Returns which texts fit completely into a tile; words are never cut. */
function labelOf(
  name: string,
  { widePx, highPx }: { readonly widePx: number; readonly highPx: number },
) {
  const fits = ({ letter, line }: typeof usual): boolean =>
    name.length * letter + 4 <= widePx && line + 2 <= highPx
  const isSmall = !fits(usual)
  const size = isSmall ? small : usual
  const hasName = fits(size)
  const isWide = changeLetters * size.letter + 4 <= widePx
  const hasChange = hasName && isWide && 2 * size.line + 2 <= highPx
  return { isSmall, hasName, hasChange }
}

/** Mixes the field's colour with at most 45% of a side's, which keeps the text readable. */
function shade(change: number): string {
  const share = Math.round(Math.min(1, Math.abs(change) / fullE6) * 35 + (change === 0 ? 0 : 10))
  const side = change < 0 ? 'var(--color-down)' : 'var(--color-up)'
  return `color-mix(in oklab, ${side} ${share}%, var(--color-field))`
}
