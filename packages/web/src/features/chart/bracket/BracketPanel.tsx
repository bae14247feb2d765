// The form of a bracket beside its lines on the chart: its three prices, the amount at risk, the
// exchange's preview, and the button that sends it as one order.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChartWidget } from '@basis/chart/widget'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { mayBeDone } from '../../../actions/action-outcome.ts'
import { isRiskUnit, riskShareRules, riskUnitsOf } from '../../../actions/risk.ts'
import { orderFields } from '../../../actions/order-requests.ts'
import { placeOrder } from '../../../actions/trading.ts'
import { problemMessage } from '../../../client/error-reactions.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { coverToastPlaces } from '../../../shell/toast-place.ts'
import { useInstrumentFormat } from '../../../stores/instrument-format.ts'
import { useIsModeAwaited } from '../../../stores/trading-mode/mode-request.ts'
import { changeSettings, targetTimes, useSettings } from '../../../stores/settings.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Figures } from '../../../ui/table/Figures.tsx'
import { OutcomeFigures } from '../../outcome/OutcomeFigures.tsx'
import { isIntentConfirmed } from '../../outcome/question/order-question.ts'
import { priceRules } from '../../tpsl/tpsl-form.ts'
import { usePending } from '../../../platform/use-pending.ts'
import { bracketIntent, riskUnitIn, type BracketPart, type ReadBracket } from './bracket.ts'
import { endBracket, typeBracket, useBracket } from './bracket-store.ts'
import { useBracketKeys, useEntryWord, useReadBracket } from './use-bracket.ts'
import { useLiveOutcome } from './use-live-outcome.ts'

type Props = { widget: ChartWidget | undefined; instrument: Instrument }

/** Shown while a bracket of the instrument is drawn. */
export function BracketPanel({ widget, instrument }: Props) {
  const isShown = useBracket(({ bracket }) => bracket?.symbol === instrument.symbol)
  return isShown ? <Shown widget={widget} instrument={instrument} /> : null
}

function Shown({ widget, instrument }: Props) {
  const t = useT()
  const read = useReadBracket(instrument)
  const bases = useSettings((settings) => settings.tpslBases)
  const [isSending, during] = usePending()
  // On a phone the fields are shown on request, or once the bracket is drawn.
  const [isTyping, setIsTyping] = useState(false)
  const whole = read === undefined || 'name' in read ? undefined : read
  const wrong = read !== undefined && 'name' in read ? read : undefined
  // Without the trading mode its preview would be of another position in hedge mode. On a phone no
  // ticket is on the page that requests it.
  const isAwaited = useIsModeAwaited(instrument.symbol)
  const intent = whole && !isAwaited ? bracketIntent(instrument, whole, bases) : undefined
  const live = useLiveOutcome('previewOrder', intent && orderFields(intent, instrument), instrument)
  // A preview of an older draft is of another order.
  const known = live?.isOld === false ? live.outcome : undefined
  const mayBeSent = intent !== undefined && live?.problem === undefined && !isSending
  const send = async (): Promise<void> => {
    if (!mayBeSent || intent === undefined) return
    if (!(await isIntentConfirmed(intent, instrument, { preview: known }))) return
    const outcome = await during(placeOrder(intent))
    if (mayBeDone(outcome)) endBracket()
  }
  const sendNow = useRef(send)
  useEffect(() => {
    sendNow.current = send
  })
  // Toasts would cover its fields.
  useEffect(coverToastPlaces, [])
  useBracketKeys(
    widget,
    useCallback(() => void sendNow.current(), []),
  )
  const button = useFocusWhenDrawn()
  const isWaiting = useBracket(({ bracket }) => bracket?.isArmed === true && read === undefined)
  return (
    <form
      aria-label={t('chart.bracket')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className={classNames(
        'absolute top-12 left-14 z-10 flex max-h-[calc(100%-4rem)] w-72 flex-col gap-2 p-2 text-xs',
        'overflow-y-auto rounded border border-line-strong bg-raised shadow-popup',
        // On a phone it leaves the upper half of the chart free for dragging.
        'max-md:inset-x-2 max-md:top-auto max-md:bottom-2 max-md:w-auto',
        isWaiting && !isTyping && 'max-md:[&>.bracket-fields]:hidden',
      )}
    >
      <Heading read={whole} instrument={instrument} />
      <div className="bracket-fields grid grid-cols-2 gap-2 md:*:first:col-span-2 md:*:last:col-span-2">
        <Prices read={whole} instrument={instrument} wrong={wrong} />
        <Risk instrument={instrument} />
      </div>
      <Outcome read={whole} instrument={instrument} />
      <div className={figuresClass}>
        <Won read={whole} instrument={instrument} />
        {live?.outcome !== undefined && (
          <div aria-busy={live.isOld}>
            <OutcomeFigures hasLiquidation instrument={instrument} outcome={live.outcome} />
          </div>
        )}
      </div>
      {live?.problem !== undefined && (
        <p role="alert" className="text-warn">
          {t(live.problem)}
        </p>
      )}
      {/* On a low chart the figures scroll, and the send button stays visible. */}
      <div className="sticky -bottom-2 -mb-2 flex gap-2 bg-raised pb-2 *:flex-1">
        <Button variant="neutral" onClick={endBracket}>
          {t('chart.bracketEnd')}
        </Button>
        {isWaiting && !isTyping && (
          <Button className="md:hidden" onClick={() => setIsTyping(true)}>
            {t('chart.bracketTyping')}
          </Button>
        )}
        <Button
          ref={button}
          type="submit"
          variant={whole?.side === 'Sell' ? 'sell' : 'buy'}
          pending={isSending}
          disabled={!mayBeSent && !isSending}
        >
          {t('chart.bracketSend')}
        </Button>
      </div>
    </form>
  )
}

/** Two figures per line on a phone, where the chart has little room. */
const figuresClass =
  'flex flex-col gap-1 max-md:[&_dl]:grid max-md:[&_dl]:grid-cols-2 max-md:[&_dl]:gap-x-4'

/** The profit at the target and the loss at the stop, with the fees of both orders. */
function Won({ read, instrument }: ReadProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  if (read?.outcome === undefined) return null
  const { atStop, atTarget, rewardE2 } = read.outcome
  const won = (value: Amount): string =>
    `${words.settle(value, { signed: true, rounding: 'down' })} ${instrument.settleCoin}`
  const times =
    rewardE2 === undefined
      ? ''
      : ` · ${format.decimal({ units: rewardE2, scale: 2 }, { scale: 2 })}R`
  return (
    <Figures
      rows={[
        { label: t('ticket.lossAtStop'), now: won(atStop) },
        ...(read.wholeAtStop === undefined
          ? []
          : [{ label: t('ticket.wholeAtStop'), now: won(read.wholeAtStop) }]),
        ...(atTarget === undefined
          ? []
          : [{ label: t('ticket.gainAtTarget'), now: `${won(atTarget)}${times}` }]),
      ]}
    />
  )
}

/** Focuses the send button once the bracket is drawn, so that Enter sends it. */
function useFocusWhenDrawn() {
  const button = useRef<HTMLButtonElement>(null)
  const drawn = useBracket(({ bracket }) => bracket?.drawn ?? 0)
  useEffect(() => {
    if (drawn > 0) button.current?.focus()
  }, [drawn])
  return button
}

type ReadProps = { read: ReadBracket | undefined; instrument: Instrument }

function Heading({ read, instrument }: ReadProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const entryWord = useEntryWord()
  const isArmed = useBracket(({ bracket }) => bracket?.isArmed === true)
  if (read === undefined) {
    return <p className="text-soft">{t(isArmed ? 'chart.bracketHint' : 'chart.bracketType')}</p>
  }
  return (
    <p className={read.side === 'Buy' ? 'font-medium text-up' : 'font-medium text-down'}>
      {[entryWord(read), read.lots > 0 ? `${words.qty(read.lots)} ${qtyCoin(instrument)}` : '']
        .filter((part) => part !== '')
        .join(' · ')}
    </p>
  )
}

const parts = ['entry', 'stop', 'target'] as const satisfies readonly BracketPart[]
const partWords = {
  entry: 'chart.entry',
  stop: 'ticket.stopLoss',
  target: 'ticket.takeProfit',
} as const

function Prices(props: ReadProps & { wrong: Parameters<typeof problemMessage>[0] | undefined }) {
  const t = useT()
  const { read, instrument, wrong } = props
  const words = useInstrumentFormat(instrument)
  const draft = useBracket(({ bracket }) => bracket?.draft)
  return parts.map((part) => (
    <NumberInput
      key={part}
      label={t(partWords[part])}
      size="sm"
      value={draft?.[part] ?? ''}
      onChange={(text) => typeBracket(part, text)}
      rules={priceRules(instrument)}
      placeholder={part === 'target' ? words.price(read?.targetTicks) : undefined}
      error={wrong?.field === part ? t(problemMessage(wrong)) : undefined}
    />
  ))
}

function Risk({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const setting = useSettings((settings) => settings.bracket)
  const unit = riskUnitIn(instrument, setting.unit)
  const { settleCoin, quoteCoin } = instrument
  const unitWords = { riskShare: '%', riskCoin: settleCoin, riskUsd: quoteCoin }
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2">
      <NumberInput
        label={t('chart.risk')}
        size="sm"
        value={setting.risk}
        onChange={(risk) => changeSettings({ bracket: { ...setting, risk } })}
        rules={unit === 'riskShare' ? riskShareRules : { scale: 8, min: '0', step: '1' }}
        unit={
          <Select
            label={t('chart.riskUnit')}
            variant="plain"
            size="sm"
            align="end"
            value={unit}
            onChange={(next) =>
              isRiskUnit(next) && changeSettings({ bracket: { ...setting, unit: next, risk: '' } })
            }
            items={riskUnitsOf(instrument).map((value) => ({ value, label: unitWords[value] }))}
          />
        }
      />
      <Select
        label={t('ticket.targets')}
        size="sm"
        align="end"
        value={setting.times}
        onChange={(times) => {
          changeSettings({ bracket: { ...setting, times } })
          // The multiple replaces a target that was typed or dragged.
          typeBracket('target', '')
        }}
        items={targetTimes.map((value) => ({ value, label: `${value}R` }))}
      />
    </div>
  )
}

function Outcome({ read, instrument }: ReadProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const { settleCoin, minQtyLots } = instrument
  if (read?.taken !== undefined) {
    const taken = words.settle(amount(-read.taken), { rounding: 'up' })
    return (
      <p role="status" className="text-warn">
        {t('ticket.riskTaken', { loss: taken, coin: settleCoin })}
      </p>
    )
  }
  if (read !== undefined && read.closingLots > 0) {
    const qty = words.qty(read.closingLots)
    return (
      <p role="status" className="text-warn">
        {t('ticket.riskCloses', { qty, coin: qtyCoin(instrument) })}
      </p>
    )
  }
  if (read?.tooSmall === undefined) return null
  const { loss, risk } = read.tooSmall
  return (
    <p role="status" className="text-warn">
      {t('ticket.riskTooSmall', {
        qty: words.qty(minQtyLots),
        coin: qtyCoin(instrument),
        loss: `${words.settle(loss, { rounding: 'up' })} ${settleCoin}`,
        risk: `${words.settle(risk)} ${settleCoin}`,
      })}
    </p>
  )
}
