// Margin of the whole account, now and after a change of its margin mode, or why the change would
// be rejected.

import { modeProblem } from '../../actions/account-mode.ts'
import { useAnswer } from '../../actions/previews.ts'
import { useSession } from '../../client/session.ts'
import { decodeAmount } from '@basis/protocol/order'
import type { CallAnswer } from '@basis/protocol/calls'
import { exactE8 } from '../../stores/instrument-format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Figures } from '../../ui/table/Figures.tsx'

export type ModePreview = CallAnswer<'previewAccountMode'>

/** Returns the preview of a change of the account's margin mode; undefined for no change. */
export function useAccountModePreview(isPortfolio: boolean | undefined): ModePreview | undefined {
  const isTrader = useSession((session) => session.status === 'trader')
  const mode = isPortfolio === true ? 'PORTFOLIO_MARGIN' : 'REGULAR_MARGIN'
  const isAsked = isTrader && isPortfolio !== undefined
  return useAnswer('previewAccountMode', isAsked ? { setMarginMode: mode } : undefined)
}

export function AccountFigures({ preview }: { preview: ModePreview | undefined }) {
  const t = useT()
  const format = useFormat()
  if (preview === undefined) return null
  const wrong = modeProblem(preview)
  if (wrong !== undefined) {
    return (
      <p role="alert" className="rounded bg-down-depth px-2 py-1.5 text-xs text-ink">
        {t(wrong)}
      </p>
    )
  }
  const { before, after } = preview
  const money = (text: string): string => `${format.money(exactE8(decodeAmount(text)), 'USD')} USD`
  return (
    <Figures
      rows={[
        {
          label: t('liquidation.initialMargin'),
          now: money(before.totalInitialMargin),
          then: money(after.totalInitialMargin),
        },
        {
          label: t('positions.maintenance'),
          now: money(before.totalMaintenanceMargin),
          then: money(after.totalMaintenanceMargin),
        },
        {
          label: t('account.available'),
          now: money(before.totalAvailableBalance),
          then: money(after.totalAvailableBalance),
        },
      ]}
    />
  )
}
