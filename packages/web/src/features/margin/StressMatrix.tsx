// A risk unit of portfolio margin: its gauge, the parts of its margin, and its stress as a heat map
// (rules 10.2, 10.3).

import { decodeAmount } from '@basis/protocol/order'
import type { WireUnit } from '@basis/protocol/margin/portfolio'
import { zero, type Amount } from '@basis/domain/numbers/fixed'
import { exactE8 } from '../../stores/instrument-format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Figures } from '../../ui/table/Figures.tsx'
import { Explained } from '../../ui/Tooltip.tsx'
import {
  gaugeE4,
  heatRows,
  marginParts,
  vegaOfPoint,
  type HeatCell,
  type MarginPart,
} from './stress-figures.ts'

const lossHeat = [
  '',
  'bg-down-solid/10',
  'bg-down-solid/20',
  'bg-down-solid/30',
  'bg-down-solid/40',
]
const gainHeat = ['', 'bg-up-solid/10', 'bg-up-solid/20', 'bg-up-solid/30', 'bg-up-solid/40']

type Props = {
  unit: WireUnit
  /** The margin balance, 1e-8 USD. */
  carried: Amount
  /** The unit after a change. */
  then?: WireUnit | undefined
}

export function StressMatrix({ unit, carried, then }: Props) {
  const t = useT()
  const words = useStressWords()
  const shown = then ?? unit
  const gauge = gaugeE4(shown, carried)
  const name = t('stress.unit', { coin: unit.baseCoin })
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{name}</h3>
      <div className="flex flex-col gap-1">
        <div className="h-1.5 overflow-hidden rounded-full bg-line">
          <div
            className={classNames('h-full', gauge > 8_000 ? 'bg-bad' : 'bg-good')}
            style={{ width: words.width(gauge) }}
          />
        </div>
        <span className="text-2xs text-muted">
          {t('stress.share', { percent: words.percent(gauge) })}
        </span>
      </div>
      <Figures
        rows={[
          ...marginParts.map((part) => ({
            label: <PartName part={part} />,
            now: words.money(unit[part]),
            then: then && words.money(then[part]),
          })),
          {
            label: t('positions.maintenance'),
            now: words.money(unit.maintenanceMargin),
            then: then && words.money(then.maintenanceMargin),
          },
          {
            label: t('liquidation.initialMargin'),
            now: words.money(unit.initialMargin),
            then: then && words.money(then.initialMargin),
          },
          {
            label: t('stress.delta'),
            now: `${words.coins(unit.delta)} ${unit.baseCoin}`,
            then: then && `${words.coins(then.delta)} ${unit.baseCoin}`,
          },
          {
            label: t('stress.vega'),
            now: words.vega(unit),
            then: then && words.vega(then),
          },
          {
            label: t('stress.hedged'),
            now: `${words.coins(unit.spotHedgingQty)} ${unit.baseCoin}`,
          },
        ]}
      />
      {shown.orders !== 'None' && (
        <p className="text-2xs text-soft">
          {t(shown.orders === 'Buy' ? 'stress.ordersBuy' : 'stress.ordersSell')}
        </p>
      )}
      <HeatMap unit={shown} />
    </section>
  )
}

function PartName({ part }: { part: MarginPart }) {
  const t = useT()
  if (part === 'maxLoss') return t('stress.maxLoss')
  return (
    <span className="inline-flex min-h-6 items-center">
      <Explained content={t(`stress.${part}Help`)}>{t(`stress.${part}`)}</Explained>
    </span>
  )
}

function HeatMap({ unit }: { unit: WireUnit }) {
  const t = useT()
  const words = useStressWords()
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-right text-2xs tabular-nums">
        <caption className="sr-only">{t('stress.matrix', { coin: unit.baseCoin })}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="px-1.5 py-1 text-left font-normal">
              {t('stress.price')}
            </th>
            {unit.ivShocks.map((shock) => (
              <th key={shock} scope="col" className="px-1.5 py-1 font-normal">
                {t('stress.volatility', { shock: words.share(shock) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heatRows(unit).map(({ move, cells }) => (
            <tr key={move}>
              <th scope="row" className="px-1.5 py-1 text-left font-normal text-muted">
                {words.share(move)}
              </th>
              {cells.map((cell, column) => (
                <Cell key={column} cell={cell} text={words.amount(cell.profit)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell, text }: { cell: HeatCell; text: string }) {
  const t = useT()
  const { profit, isBinding, heat } = cell
  const fill = profit < zero ? lossHeat[heat] : gainHeat[heat]
  return (
    <td
      className={classNames(
        'px-1.5 py-1',
        fill,
        isBinding && 'font-semibold outline-2 -outline-offset-2 outline-ink',
      )}
    >
      {text}
      {isBinding && <span className="ml-1 font-normal">{t('stress.binds')}</span>}
    </td>
  )
}

/** Returns the formatters of a unit's figures. */
function useStressWords() {
  const format = useFormat()
  const amount = (value: Amount): string => format.money(exactE8(value), 'USD', { signed: true })
  return {
    amount,
    money: (text: string): string => `${format.money(exactE8(decodeAmount(text)), 'USD')} USD`,
    vega: (unit: WireUnit): string => `${format.money(exactE8(vegaOfPoint(unit)), 'USD')} USD`,
    coins: (text: string): string => format.decimal(text, { scale: 8, trimTo: 8 }),
    percent: (e4: number): string => format.percent({ units: e4, scale: 2 }, { signed: false }),
    share: (text: string): string =>
      format.percent(
        { units: Math.round(Number(text) * 100), scale: 0 },
        { scale: 0, signed: true },
      ),
    width: (e4: number): string => `${Math.min(100, e4 / 100)}%`,
  }
}
