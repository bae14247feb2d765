// The outcome of an action in a dialog, one figure per line.

import type { ReactNode } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Outcome } from '../../actions/outcome.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Figures, type Figure } from '../../ui/table/Figures.tsx'
import { Explained } from '../../ui/Tooltip.tsx'
import { useOutcomeTexts, type OutcomeTexts } from './outcome-words.ts'

/** Dashes before the preview arrives: the dialog's buttons do not move when it does. */
const unknown: OutcomeTexts = {
  fill: NOTHING,
  fee: NOTHING,
  margin: NOTHING,
  later: undefined,
  now: undefined,
  filled: NOTHING,
  allFilled: undefined,
  distance: NOTHING,
}

type Which = {
  /** False for a change of leverage, which fills nothing: fill and fee are left out. */
  readonly hasFill?: boolean
  /** False if the position's own margin, now and after, is shown elsewhere in the dialog. */
  readonly hasMargin?: boolean
  /** Shows the liquidation price now and once filled, if no other figure does. */
  readonly hasLiquidation?: boolean
}

export function OutcomeFigures({
  instrument,
  outcome,
  ...which
}: Which & { instrument: Instrument; outcome: Outcome | undefined }) {
  return <Figures rows={useOutcomeFigures(instrument, outcome, which)} />
}

/** The figures, for a list that has others too. */
export function useOutcomeFigures(
  instrument: Instrument,
  outcome: Outcome | undefined,
  { hasFill = true, hasMargin = true, hasLiquidation = false }: Which,
): readonly Figure[] {
  const t = useT()
  const words = useOutcomeTexts(instrument, outcome) ?? unknown
  const { later } = words
  // Explained once, beside the fee: more touch-height lines would not fit.
  const fee: ReactNode = later ? (
    <Explained content={t('ticket.laterHelp')}>{t('ticket.fee')}</Explained>
  ) : (
    t('ticket.fee')
  )
  const filled = [
    { label: t('ticket.avgFill'), now: words.fill },
    { label: fee, now: words.fee, then: later?.fee },
  ]
  return [
    ...(hasFill ? filled : []),
    ...(hasMargin ? [{ label: t('ticket.margin'), now: words.margin, then: later?.margin }] : []),
    ...(hasLiquidation
      ? [{ label: t('ticket.liquidation'), now: words.now ?? NOTHING, then: words.filled }]
      : []),
    ...(words.allFilled === undefined
      ? []
      : [{ label: t('ticket.allFilled'), now: words.filled, then: words.allFilled }]),
    {
      label: (
        <Explained content={t('ticket.toLiquidationHelp')}>{t('ticket.toLiquidation')}</Explained>
      ),
      now: words.distance,
    },
  ]
}
