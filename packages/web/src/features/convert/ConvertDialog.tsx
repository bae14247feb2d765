// Converting one coin into another at market: the result is requested from the exchange while the
// amount is typed.

import { mayBeDone } from '../../actions/action-outcome.ts'
import { useState } from 'react'
import { ArrowDownUp } from 'lucide-react'
import { formatTrimmed, zero, type Amount } from '@basis/domain/numbers/fixed'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useAnswer, usePreview } from '../../actions/previews.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { coinOf, useWallet } from '../../stores/wallet.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { usePending } from '../../platform/use-pending.ts'
import {
  coinsFor,
  conversionOf,
  conversionOrder,
  conversionQuestion,
  convertedIn,
  convertible,
  mostSlippage,
  type Conversion,
  type Converted,
} from './convert.ts'
import { sendConversion } from './send-conversion.ts'

type Props = { request: Extract<DialogRequest, { kind: 'convert' }>; onClose: () => void }

export function ConvertDialog({ request, onClose }: Props) {
  const t = useT()
  const listings = useCatalogue((catalogue) => catalogue.order)
  const wallet = useWallet()
  const [from, setFrom] = useState(request.from)
  const targets = coinsFor(listings, from)
  const [wanted, setWanted] = useState(request.from === 'USDT' ? 'BTC' : 'USDT')
  const to = targets.includes(wanted) ? wanted : (targets[0] ?? '')
  const [text, setText] = useState('')
  const [isSending, during] = usePending()
  const conversion = conversionOf(listings, from, to)
  const available = useConvertible(from, conversion)
  const order = conversion && conversionOrder(conversion, text)
  const preview = usePreview(
    'previewSpotOrder',
    conversion && order && conversionQuestion(order, conversion.instrument),
  )
  const converted = preview && convertedIn(preview, from, to)
  const send = async (): Promise<void> => {
    if (order === undefined || conversion === undefined || isSending) return
    const outcome = await during(sendConversion(order, conversion.instrument))
    if (mayBeDone(outcome)) onClose()
  }
  const held = (wallet?.coins ?? []).filter((coin) => coin.free > zero).map(({ coin }) => coin)
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('convert.title')}
      footer={
        <DialogFooter
          onClose={onClose}
          pending={isSending}
          disabled={converted === undefined || preview?.problem !== undefined}
        >
          {t('convert.submit')}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3">
        <CoinChoice
          label={t('convert.from')}
          value={from}
          onChange={setFrom}
          coins={held.includes(from) ? held : [from, ...held]}
        />
        <NumberInput
          label={t('convert.amount')}
          value={text}
          onChange={setText}
          rules={{ scale: 8, min: '0' }}
          unit={from}
          error={preview?.problem === undefined ? undefined : t(preview.problem)}
          actions={
            <Button
              size="sm"
              variant="ghost"
              className="px-1! text-accent!"
              onClick={() => setText(formatTrimmed(available, 8))}
            >
              {t('margin.max')}
            </Button>
          }
        />
        <div className="flex justify-center">
          <IconButton
            label={t('convert.swap')}
            onClick={() => {
              setFrom(to)
              setWanted(from)
              setText('')
            }}
          >
            <ArrowDownUp aria-hidden />
          </IconButton>
        </div>
        <CoinChoice label={t('convert.to')} value={to} onChange={setWanted} coins={targets} />
        <Terms from={from} to={to} available={available} converted={converted} />
        <Repayment coin={to} repaid={converted?.repaid ?? zero} />
      </div>
    </Dialog>
  )
}

/** Returns the most of a coin that may be converted, as answered by the exchange. */
function useConvertible(from: string, conversion: Conversion | undefined): Amount {
  const held = coinOf(useWallet(), from)
  const around = `${held?.free} ${held?.owed}`
  const symbol = conversion?.instrument.symbol
  const maximum = useAnswer('maxOrderQty', symbol === undefined ? undefined : { symbol }, around)
  return convertible(conversion?.side ?? 'Sell', held?.free ?? zero, maximum)
}

/** The part of the received coin that repays a loan of it. */
function Repayment({ coin, repaid }: { coin: string; repaid: Amount }) {
  const t = useT()
  const format = useFormat()
  if (repaid === zero) return null
  const amount = format.money(exactE8(repaid), coin, { rounding: 'up' })
  return <p className="text-xs text-warn">{t('convert.repays', { amount, coin })}</p>
}

type ChoiceProps = {
  label: string
  value: string
  onChange: (coin: string) => void
  coins: readonly string[]
}

function CoinChoice({ label, value, onChange, coins }: ChoiceProps) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span className="text-muted">{label}</span>
      <Select
        label={label}
        value={value}
        onChange={onChange}
        items={coins.map((coin) => ({ value: coin, label: coin }))}
      />
    </div>
  )
}

type TermsProps = {
  from: string
  to: string
  available: Amount
  converted: Converted | undefined
}

/** The available balance, and the result by the exchange's preview. */
function Terms({ from, to, available, converted }: TermsProps) {
  const t = useT()
  const format = useFormat()
  const money = (value: Amount, coin: string): string =>
    `${format.money(exactE8(value), coin, { rounding: 'down' })} ${coin}`
  return (
    <Figures
      rows={[
        { label: t('convert.available'), now: money(available, from) },
        {
          label: t('convert.receive'),
          now: converted === undefined ? '--' : money(converted.received, to),
        },
        {
          label: t('convert.rate'),
          now:
            converted === undefined
              ? '--'
              : t('convert.rateOf', {
                  from,
                  rate: { decimal: formatTrimmed(converted.rate, 8) },
                  to,
                }),
        },
        {
          label: t('convert.slippage'),
          now: t('convert.percent', { percent: { decimal: mostSlippage } }),
        },
      ]}
    />
  )
}
