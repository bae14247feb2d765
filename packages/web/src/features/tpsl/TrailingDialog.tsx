// The trailing stop of a position: a distance or a rate from the best price, after an activation
// price (rules 8.6).

import { useState } from 'react'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { useListing } from '../../stores/catalogue.ts'
import { mayBeDone } from '../../actions/action-outcome.ts'
import { setTrailing } from '../../actions/tpsl.ts'
import { positionKey, usePositions, type PositionRecord } from '../../stores/positions.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { isHeld, type HeldPosition } from '../../stores/positions.ts'
import { usePending } from '../../platform/use-pending.ts'
import { PositionFacts } from './PositionFacts.tsx'
import { TrailingFields } from './TrailingFields.tsx'
import { noTrailing, readTrailing, trailingChange, trailingForm } from './trailing-form.ts'
import type { TrailingRequest } from './trailing-form.ts'

type Props = { request: Extract<DialogRequest, { kind: 'trailing' }>; onClose: () => void }

export function TrailingDialog({ request, onClose }: Props) {
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(request.symbol)
  if (record === undefined || listing === undefined || !isHeld(record.position)) return null
  return (
    <TrailingForm
      record={record}
      position={record.position}
      instrument={listing.instrument}
      onClose={onClose}
    />
  )
}

function TrailingForm(props: {
  record: PositionRecord
  position: HeldPosition
  instrument: Instrument
  onClose: () => void
}) {
  const t = useT()
  const { record, position, instrument, onClose } = props
  const { symbol } = position
  const last = useTicker(symbol)?.lastTicks
  const [form, setForm] = useState(() => trailingForm(instrument, record.tpsl.trailing))
  const [isSending, during] = usePending()
  const stands = record.tpsl.trailing !== undefined
  const read = readTrailing(form, {
    instrument,
    side: position.side,
    lastTicks: last === undefined ? undefined : priceTicks(last),
  })
  const send = async (terms: TrailingRequest | undefined): Promise<void> => {
    if (terms === undefined) return
    const { side } = position
    const change = trailingChange(terms, record.tpsl.trailing, { instrument, side })
    const outcome = await during(setTrailing(position, instrument, change))
    if (mayBeDone(outcome)) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send(read.terms)}
      title={t('tpsl.trailingTitle', { symbol })}
      footer={
        <>
          {stands && (
            <Button pending={isSending} onClick={() => void send(noTrailing)}>
              {t('tpsl.remove')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={isSending}
            disabled={read.terms === undefined || read.problems.size > 0}
          >
            {t('shell.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <PositionFacts {...props} />
        <TrailingFields instrument={instrument} form={form} read={read} onChange={setForm} />
        <p className="text-xs text-muted">{t('tpsl.trailingHelp')}</p>
      </div>
    </Dialog>
  )
}
