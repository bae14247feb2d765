// Fees and margin of a strategy from the exchange's preview, in both margin modes.

import type { WireBatchPreview, WireBatchAccount } from '@basis/protocol/preview-calls'
import { previewProblem } from '../../../client/error-reactions.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { OptionParts } from '../option-parts.ts'
import { Figures } from '../../../ui/table/Figures.tsx'

type Props = {
  answer: WireBatchPreview
  baseCoin: string
  parts: Pick<OptionParts, 'Stress'>
}

export function StrategyFigures({ answer, baseCoin, parts: { Stress } }: Props) {
  const t = useT()
  const format = useFormat()
  const stressed = answer.standings.find(
    ({ marginMode, code }) => marginMode === 'PORTFOLIO_MARGIN' && code === 0,
  )
  return (
    <div className="flex flex-col gap-2">
      {answer.fees.length > 0 && (
        <p className="flex justify-between">
          <span className="text-soft">{t('options.fee')}</span>
          <span data-testid="strategy-fee" className="tabular-nums">
            {answer.fees.map(({ coin, fee }) => `${format.money(fee, coin)} ${coin}`).join(' · ')}
          </span>
        </p>
      )}
      {answer.standings.map((standing) => (
        <Standing
          key={standing.marginMode}
          standing={standing}
          isOwn={standing.marginMode === answer.marginMode}
        />
      ))}
      {stressed !== undefined && (
        <details>
          <summary className="cursor-pointer py-1 text-soft hover:text-ink">
            {t('options.stressOf')}
          </summary>
          <Stress
            baseCoin={baseCoin}
            before={stressed.before}
            after={stressed.filled ?? stressed.after}
          />
        </details>
      )}
    </div>
  )
}

const modeWords = {
  REGULAR_MARGIN: 'options.regularMode',
  PORTFOLIO_MARGIN: 'options.portfolioMode',
} as const

/** The account's margin now, and once every leg is filled. */
function Standing({ standing, isOwn }: { standing: WireBatchAccount; isOwn: boolean }) {
  const t = useT()
  const format = useFormat()
  const { before, after, filled = after, marginMode } = standing
  const wrong = previewProblem(standing)
  const money = (text: string) => `${format.money(text, 'USD')} USD`
  return (
    <section aria-label={t(modeWords[marginMode])} className="flex flex-col gap-1">
      <h3 className="flex justify-between font-semibold">
        {t(modeWords[marginMode])}
        {isOwn && <span className="font-normal text-accent">{t('options.ownMode')}</span>}
      </h3>
      {wrong === undefined ? (
        <Figures
          rows={[
            {
              label: t('liquidation.initialMargin'),
              now: money(before.totalInitialMargin),
              then: money(filled.totalInitialMargin),
            },
            {
              label: t('positions.maintenance'),
              now: money(before.totalMaintenanceMargin),
              then: money(filled.totalMaintenanceMargin),
            },
            {
              label: t('options.available'),
              now: money(before.totalAvailableBalance),
              then: money(filled.totalAvailableBalance),
            },
          ]}
        />
      ) : (
        <p className={isOwn ? 'text-bad' : 'text-soft'}>{t(wrong)}</p>
      )}
    </section>
  )
}
