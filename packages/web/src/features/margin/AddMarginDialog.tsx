// Adding margin to an isolated position, or taking added margin back: what the liquidation price
// would be is asked of the exchange while the amount is typed (spec 7, pre-add-margin).

import { useState } from 'react'
import { zero, type Amount } from '@basis/domain/fixed'
import type { Instrument } from '@basis/domain/instrument'
import { useListing } from '../../exchange/catalogue.ts'
import { useInstrumentFormat, useWirePrice } from '../../exchange/instrument-format.ts'
import { addMargin } from '../../exchange/margin/add-margin.ts'
import { positionKey, usePositions, type PositionRecord } from '../../exchange/positions.ts'
import { coinOf, useWallet } from '../../exchange/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { freeMargin, marginChange, marginDecimals, marginText, mostMargin } from './margin-form.ts'
import type { MarginDirection } from './margin-form.ts'
import { useMarginLook, type MarginLook } from './use-margin-look.ts'

type Props = { request: Extract<DialogRequest, { kind: 'addMargin' }>; onClose: () => void }

export function AddMarginDialog({ request, onClose }: Props) {
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(request.symbol)
  if (record === undefined || listing === undefined) return null
  return <MarginForm record={record} instrument={listing.instrument} onClose={onClose} />
}

type FormProps = { record: PositionRecord; instrument: Instrument; onClose: () => void }

function MarginForm({ record, instrument, onClose }: FormProps) {
  const t = useT()
  const { symbol, positionIdx, extraMargin } = record.position
  const [direction, setDirection] = useState<MarginDirection>('add')
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const wallet = useWallet()
  const own = wallet === undefined ? undefined : coinOf(wallet, instrument.settleCoin)?.available
  const available = freeMargin(instrument, own, wallet?.available)
  const most = mostMargin(direction, { available, extra: extraMargin })
  const typed = marginChange('add', text)
  const change = marginChange(direction, text)
  const look = useMarginLook({ symbol, positionIdx, change })
  const isTooMuch = typed > most
  const send = async (): Promise<void> => {
    setIsSending(true)
    const isDone = await addMargin({ symbol, positionIdx, amount: change })
    setIsSending(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('margin.changeTitle', { symbol })}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            variant="primary"
            pending={isSending}
            disabled={typed <= zero || isTooMuch || look?.problem !== undefined}
            onClick={() => void send()}
          >
            {t('shell.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Segments
          wide
          label={t('margin.direction')}
          value={direction}
          onChange={setDirection}
          items={[
            { value: 'add', label: t('margin.add') },
            { value: 'remove', label: t('margin.remove') },
          ]}
        />
        <NumberInput
          label={t('margin.amount')}
          value={text}
          onChange={setText}
          rules={{ scale: marginDecimals, min: '0' }}
          unit={instrument.settleCoin}
          error={
            isTooMuch
              ? t('margin.tooMuch')
              : look?.problem === undefined
                ? undefined
                : t(look.problem)
          }
          actions={
            <Button
              size="sm"
              variant="ghost"
              className="px-1! text-accent!"
              onClick={() => setText(marginText(most))}
            >
              {t('margin.max')}
            </Button>
          }
        />
        <Figures instrument={instrument} record={record} most={most} look={look} />
      </div>
    </Dialog>
  )
}

function Figures(props: {
  instrument: Instrument
  record: PositionRecord
  most: Amount
  look: MarginLook | undefined
}) {
  const t = useT()
  const { instrument, record, most, look } = props
  const words = useInstrumentFormat(instrument)
  const price = useWirePrice(instrument)
  const rows = [
    [t('margin.atMost'), `${words.settle(most, { rounding: 'down' })} ${instrument.settleCoin}`],
    [t('margin.addedSoFar'), words.settle(record.position.extraMargin)],
    [
      t('positions.liquidation'),
      `${words.price(record.liquidationTicks)} → ${price(look?.liqPriceAfter)}`,
    ],
  ] as const
  return (
    <dl className="flex flex-col gap-1 rounded border border-line bg-panel p-2 text-xs">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-2">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
