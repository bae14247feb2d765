// The MMR close order of a position: set at a maintenance margin rate of the account, or cancelled
// (rules 8.8).

import { useState } from 'react'
import { amount, parseDecimal, zero } from '@basis/domain/numbers/fixed'
import { mmrCloseProblem } from '@basis/domain/orders/mmr-close'
import type { Problem } from '@basis/domain/instrument/problems'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { cancelMmrClose, setMmrClose } from '../../actions/mmr-close.ts'
import type { ActionOutcome } from '../../actions/action-outcome.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { nameOf } from '../../stores/catalogue.ts'
import { positionKey, usePositions, type PositionRecord } from '../../stores/positions.ts'
import { useWallet } from '../../stores/wallet.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { usePending } from '../../platform/use-pending.ts'

type Props = { request: Extract<DialogRequest, { kind: 'mmrClose' }>; onClose: () => void }

export function MmrCloseDialog({ request, onClose }: Props) {
  const t = useT()
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const title = t('positions.mmrCloseTitle', { symbol: nameOf(request.symbol) })
  if (record === undefined) {
    return (
      <Dialog open onClose={onClose} title={title}>
        <p className="py-2 text-sm text-soft">{t('positions.empty')}</p>
      </Dialog>
    )
  }
  return <MmrCloseForm title={title} record={record} onClose={onClose} />
}

/** Frequently used rates, in percent. */
const rates = ['50', '70', '80', '90'] as const

type FormProps = { title: string; record: PositionRecord; onClose: () => void }

function MmrCloseForm({ title, record, onClose }: FormProps) {
  const t = useT()
  const format = useFormat()
  const { symbol, positionIdx, isIsolated } = record.position
  const [text, setText] = useState('80')
  const [isSending, during] = usePending()
  const currentE4 = useWallet()?.maintenanceRateE4
  const { mmrClose } = record
  const rateE4 = Number(parseDecimal(text, 2) ?? zero)
  const problem =
    mmrClose === undefined && currentE4 !== undefined
      ? rateProblem(rateE4, currentE4, !isIsolated)
      : undefined
  const percent = (units: number): string => format.percent({ units, scale: 2 }, { signed: false })
  const act = async (send: () => Promise<ActionOutcome>): Promise<void> => {
    const outcome = await during(send())
    if (outcome.kind !== 'failed') onClose()
  }
  const submit = (): void => {
    const place = { symbol, positionIdx }
    if (mmrClose !== undefined) void act(() => cancelMmrClose(place))
    else if (problem === undefined) void act(() => setMmrClose(place, rateE4))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={title}
      footer={
        <DialogFooter onClose={onClose} pending={isSending} disabled={problem !== undefined}>
          {t(mmrClose === undefined ? 'shell.confirm' : 'positions.mmrCloseCancel')}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-xs text-soft">{t('positions.mmrCloseBody')}</p>
        {mmrClose === undefined && (
          <>
            <NumberInput
              label={t('positions.mmrRate')}
              value={text}
              onChange={setText}
              rules={{ scale: 2, min: '0', step: '1' }}
              unit="%"
              steppers
              error={problem === undefined ? undefined : t(problemMessage(problem))}
            />
            <Segments
              wide
              label={t('positions.mmrRate')}
              value={rates.find((rate) => Number(rate) * 100 === rateE4) ?? ''}
              onChange={setText}
              items={rates.map((rate) => ({ value: rate, label: `${rate}%` }))}
            />
          </>
        )}
        <Figures
          rows={[
            {
              label: t('account.maintenanceRate'),
              now: currentE4 === undefined ? NOTHING : percent(currentE4),
            },
            ...(mmrClose === undefined
              ? []
              : [{ label: t('positions.mmrRate'), now: percent(mmrClose.rateE4) }]),
          ]}
        />
      </div>
    </Dialog>
  )
}

/**
 * Checks a rate by the exchange's own rule with the account's last reported rate; only the exchange
 * knows whether closing would break up a hedge.
 */
function rateProblem(rateE4: number, currentE4: number, isCross: boolean): Problem | undefined {
  const whole = amount(BigInt(10_000))
  const now = { maintenance: amount(BigInt(currentE4)), balance: whole }
  const after = { maintenance: zero, balance: whole }
  return mmrCloseProblem({ isCross, hasOne: false, rateE4, now, after })
}
