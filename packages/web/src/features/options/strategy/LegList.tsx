// The legs of a strategy: side, ratio, price and volatility of each.

import { Minus, Plus, X } from 'lucide-react'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { rounded } from '../holdings.ts'
import {
  priceOfLeg,
  sideOfRatio,
  stepped,
  withRatio,
  type DraftLeg,
  type FilledPrices,
  type Markets,
  type StrategyDraft,
} from './strategy-draft.ts'

type Props = {
  draft: StrategyDraft
  markets: Markets
  filled: FilledPrices
  /** The leg that the exchange would reject. */
  wrong: string | undefined
  onChange: (draft: StrategyDraft) => void
}

export function LegList({ draft, markets, filled, wrong, onChange }: Props) {
  const t = useT()
  if (draft.legs.length === 0) return <p className="text-soft">{t('options.noLegs')}</p>
  return (
    <ul aria-label={t('options.legs')} className="flex flex-col gap-1">
      {draft.legs.map((leg) => (
        <Leg
          key={leg.symbol}
          leg={leg}
          draft={draft}
          markets={markets}
          filled={filled}
          isWrong={leg.symbol === wrong}
          onChange={onChange}
        />
      ))}
    </ul>
  )
}

type LegProps = Omit<Props, 'wrong'> & { leg: DraftLeg; isWrong: boolean }

function Leg({ leg, draft, markets, filled, isWrong, onChange }: LegProps) {
  const t = useT()
  const format = useFormat()
  const { symbol, ratio } = leg
  const side = sideOfRatio(ratio)
  const market = markets.get(symbol)
  const price = market === undefined ? '' : priceOfLeg(leg, draft.pricing, market, filled)
  const set = (next: number): void => onChange(withRatio(draft, symbol, next))
  return (
    <li className={classNames('rounded bg-field px-2 py-1', isWrong && 'outline-1 outline-bad')}>
      <p className="flex items-center justify-between gap-2">
        <span data-symbol={symbol}>{symbol}</span>
        <IconButton size="sm" label={t('options.removeLeg', { symbol })} onClick={() => set(0)}>
          <X />
        </IconButton>
      </p>
      <p className="flex items-center gap-2 tabular-nums">
        <button
          type="button"
          aria-label={t('options.turnLeg', { symbol })}
          className={classNames(
            'min-w-16 rounded-sm px-1.5 py-0.5 text-center font-semibold text-on-side',
            side === 'Buy' ? 'bg-up-solid' : 'bg-down-solid',
          )}
          onClick={() => set(-ratio)}
        >
          {t(side === 'Buy' ? 'options.buy' : 'options.sell')}
        </button>
        <IconButton
          size="sm"
          label={t('options.fewer', { symbol })}
          onClick={() => set(stepped(ratio, -1))}
        >
          <Minus />
        </IconButton>
        <span data-testid="ratio">{format.decimal(String(ratio), { scale: 0, signed: true })}</span>
        <IconButton
          size="sm"
          label={t('options.more', { symbol })}
          onClick={() => set(stepped(ratio, 1))}
        >
          <Plus />
        </IconButton>
        <span className="ml-auto">
          {price === '' ? '--' : format.decimal(price, { scale: 2, trimTo: 0 })}
        </span>
        {market?.instrument.option !== undefined && (
          <span className="w-12 text-right text-soft">
            {format.percent(rounded(market.volatility * 100, 1), { scale: 1, signed: false })}
          </span>
        )}
      </p>
    </li>
  )
}
