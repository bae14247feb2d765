// The market at a glance: a tile for each market, as large as its turnover or open interest and
// coloured by the change of the day.

import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { pageOf } from '../../shell/routes.ts'
import { shownName, tradedOf } from '../../stores/catalogue.ts'
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
  return (
    <ul className={`relative min-h-0 flex-1 ${props.className}`}>
      {tilesOf(props.weighted, props.shape).map(({ item, left, top, width, height }) => {
        const change = changeE6(item, 'change24h') ?? 0
        const text = format.percent({ units: change, scale: 4 })
        const hasRoom = width > 5 && height > 6
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
              title={`${shownName(item.listing)} ${text}`}
              className="flex h-full flex-col items-center justify-center overflow-hidden rounded-sm text-center text-xs leading-tight -outline-offset-2"
              style={{ backgroundColor: shade(change) }}
            >
              <span className={hasRoom ? 'max-w-full px-0.5 font-medium wrap-anywhere' : 'sr-only'}>
                {shownName(item.listing)}
              </span>
              <span className={hasRoom ? 'tabular-nums' : 'sr-only'}>{text}</span>
            </PageLink>
          </li>
        )
      })}
    </ul>
  )
}

/** From the field's colour to at most 45% of a side's, which keeps the words readable. */
function shade(change: number): string {
  const share = Math.round(Math.min(1, Math.abs(change) / fullE6) * 35 + (change === 0 ? 0 : 10))
  const side = change < 0 ? 'var(--color-down)' : 'var(--color-up)'
  return `color-mix(in oklab, ${side} ${share}%, var(--color-field))`
}
