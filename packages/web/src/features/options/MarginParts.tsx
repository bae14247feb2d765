// The margin of a held option, explained part by part: none for a long, the short-option formula
// for a short (rules 9.5).

import { amount, parseDecimal, priceE8, zero } from '@basis/domain/numbers/fixed'
import { qtyAmount } from '@basis/domain/instrument/instrument'
import { optionFactorsOf, shortOptionParts } from '@basis/domain/options/margin'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useUnderlying } from '../../stores/options/chain.ts'
import { useIsPortfolio } from '../../stores/wallet.ts'
import { Figures } from '../../ui/table/Figures.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { HeldOption } from './holdings.ts'

type Props = { held: HeldOption; text: string }

/** The margin as a button that opens its explanation. */
export function MarginButton({ held, text }: Props) {
  const t = useT()
  const { symbol } = held.position
  return (
    <Popover
      title={t('options.marginOf', { symbol })}
      align="end"
      className="w-80"
      trigger={
        <button
          type="button"
          aria-label={`${t('options.marginOf', { symbol })}: ${text}`}
          className="underline decoration-dotted underline-offset-2 hover:text-accent"
        >
          {text}
        </button>
      }
    >
      <Parts held={held} />
    </Popover>
  )
}

function Parts({ held }: { held: HeldOption }) {
  const t = useT()
  const format = useFormat()
  const { instrument, position, record } = held
  const words = useInstrumentFormat(instrument)
  const indexText = useUnderlying(instrument.baseCoin)
  const isPortfolio = useIsPortfolio()
  const { option: terms, settleCoin } = instrument
  const mark = record.option?.markE8
  if (isPortfolio) return <p className="text-xs text-soft">{t('options.marginByUnit')}</p>
  if (position.side === 'Buy')
    return <p className="text-xs text-soft">{t('options.marginOfLong')}</p>
  const index = priceE8(Number(parseDecimal(indexText ?? '', 8) ?? zero))
  if (terms === undefined || mark === undefined || index === 0) return null
  const parts = shortOptionParts(
    {
      terms,
      factors: optionFactorsOf(instrument.baseCoin),
      qty: qtyAmount(instrument, position.sizeLots),
      index,
      mark,
    },
    amount(position.entryValue),
  )
  const money = (value: typeof parts.cover) => `${words.settle(value)} ${settleCoin}`
  return (
    <div className="flex flex-col gap-2 text-xs">
      <p className="text-soft">
        {t('options.marginAt', {
          index: format.price(indexText, 2),
          mark: format.price(exactE8(mark), 2),
        })}
      </p>
      <Figures
        rows={[
          {
            label: t(parts.isLeast ? 'options.coverLeast' : 'options.coverNear'),
            now: money(parts.cover),
          },
          {
            label: t(parts.isMark ? 'options.premiumAtMark' : 'options.premiumAtEntry'),
            now: money(parts.premium),
          },
          { label: t('options.margin'), now: money(parts.initial) },
        ]}
      />
      <Figures
        rows={[
          { label: t('options.keptShare'), now: money(parts.kept) },
          { label: t('options.mark'), now: money(parts.mark) },
          { label: t('options.liquidationFee'), now: money(parts.fee) },
          { label: t('options.maintenance'), now: money(parts.maintenance) },
        ]}
      />
    </div>
  )
}
