// Spot margin of the account: an explanation, the switch, the leverage, and the interest charges.

import { firstSpotLeverage } from '@basis/domain/margin/loans'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { setSpotLeverage, switchSpotMargin, useSpotMargin } from '../../actions/loans/loans.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { lendingEnd, leverageChoices, loanFigures } from './loan-form.ts'
import { NextCharge } from './NextCharge.tsx'

export function SpotMarginDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const known = useSpotMargin()
  const [isSending, during] = usePending()
  const state = known?.state
  const leverage = state?.spotLeverage ?? firstSpotLeverage
  const isBusy = isSending || state === undefined
  return (
    <Dialog
      open
      onClose={onClose}
      width="md"
      title={t('loans.title')}
      footer={<Button onClick={onClose}>{t('shell.close')}</Button>}
    >
      <div className="flex flex-col gap-3 text-xs">
        <p className="text-soft">{t('loans.body')}</p>
        <Switch
          label={t('loans.switch')}
          checked={state?.spotMarginMode === 1}
          disabled={isBusy}
          onChange={(isOn) => void during(switchSpotMargin(isOn))}
        />
        <div className="flex items-center justify-between gap-2">
          <span className="text-muted">{t('loans.leverage')}</span>
          <Select
            label={t('loans.leverage')}
            size="sm"
            align="end"
            disabled={isBusy}
            value={String(leverage)}
            onChange={(chosen) => void during(setSpotLeverage(Number(chosen)))}
            items={leverageChoices.map((each) => ({ value: each, label: `${each}x` }))}
          />
        </div>
        <p className="text-soft">{t('loans.leverageHelp', { max: lendingEnd(leverage) })}</p>
        <Figures
          rows={[
            { label: t('loans.nextCharge'), now: <NextCharge atMs={state?.nextInterestTime} /> },
            ...(known?.loans ?? []).map((loan) => ({
              label: t('loans.rateOf', { coin: loan.currency }),
              now: t('loans.ratePair', ratesOf(loan, format)),
            })),
          ]}
        />
        <p className="text-soft">{t('loans.interestBody')}</p>
        <p className="text-soft">
          {t('loans.repayBody')} <HelpLink topic="liquidation" />
        </p>
      </div>
    </Dialog>
  )
}

/** Returns the hourly rate of a coin's loan and its annual equivalent. */
function ratesOf(loan: WireLoan, format: Format): { hourly: string; yearly: string } {
  const { rate, yearly } = loanFigures(loan)
  return {
    hourly: format.percent(rate, { scale: 6, signed: false }),
    yearly: format.percent(yearly, { signed: false }),
  }
}
