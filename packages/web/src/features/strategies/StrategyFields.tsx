// The fields of an algorithmic order: common ones, and those of the selected kind.

import { mostScaledChildren, scaledShapes } from '@basis/domain/algo/scaled'
import { twapIntervalsSec } from '@basis/domain/algo/twap'
import {
  priceDecimals,
  qtyCoin,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { icebergPrices } from '@basis/protocol/strategy'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import type { StrategyDraft } from './strategy-form.ts'

type FieldsProps = {
  instrument: Instrument
  draft: StrategyDraft
  change: (part: Partial<StrategyDraft>) => void
  /** Why the draft may not start; shown at the field concerned. */
  wrong: Problem | undefined
}

/** Returns the problem's message if it concerns this field; none for an empty field. */
function useWrong(wrong: Problem | undefined) {
  const t = useT()
  return (field: string, text: string): string | undefined =>
    wrong === undefined || wrong.field !== field || text === ''
      ? undefined
      : t(inMinutes(wrong) ?? problemMessage(wrong))
}

/** Durations are in seconds at the exchange and in minutes in the field. */
function inMinutes({ name, params }: Problem): Message | undefined {
  if (name !== 'algoDurationInvalid') return undefined
  const minutes = (seconds: string | undefined) => ({ decimal: String(Number(seconds) / 60) })
  return message('strategies.durationRange', {
    min: minutes(params?.['min']),
    max: minutes(params?.['max']),
  })
}

export function QuantityField({ instrument, draft, change, wrong }: FieldsProps) {
  const t = useT()
  const wrongOf = useWrong(wrong)
  return (
    <NumberInput
      label={t('strategies.quantity')}
      value={draft.qty}
      onChange={(qty) => change({ qty })}
      rules={qtyRules(instrument)}
      unit={qtyCoin(instrument)}
      error={wrongOf('qty', draft.qty)}
    />
  )
}

/** The fields of the selected kind only. */
export function KindFields(props: FieldsProps) {
  switch (props.draft.kind) {
    case 'Twap':
      return <TwapFields {...props} />
    case 'Pov':
      return <PovFields {...props} />
    case 'Iceberg':
      return <IcebergFields {...props} />
    case 'Scaled':
      return <ScaledFields {...props} />
    case 'Chase':
      return <ChaseFields {...props} />
  }
}

function TwapFields(props: FieldsProps) {
  const t = useT()
  return (
    <>
      <TimeFields {...props} />
      <Checkbox
        label={t('strategies.random')}
        checked={props.draft.isRandom}
        onChange={(isRandom) => props.change({ isRandom })}
      />
    </>
  )
}

function PovFields(props: FieldsProps) {
  const t = useT()
  const { draft, change, wrong } = props
  const wrongOf = useWrong(wrong)
  return (
    <>
      <NumberInput
        label={t('strategies.participation')}
        value={draft.participation}
        onChange={(participation) => change({ participation })}
        rules={{ scale: 2, min: '0', max: '100', step: '1' }}
        unit="%"
        steppers
        error={wrongOf('participation', draft.participation)}
      />
      <TimeFields {...props} />
    </>
  )
}

/** Duration, interval and maximum price. */
function TimeFields({ instrument, draft, change, wrong }: FieldsProps) {
  const t = useT()
  const wrongOf = useWrong(wrong)
  return (
    <>
      <NumberInput
        label={t('strategies.duration')}
        value={draft.minutes}
        onChange={(minutes) => change({ minutes })}
        rules={{ scale: 0, min: '0', step: '5' }}
        unit={t('strategies.minutes')}
        error={wrongOf('duration', draft.minutes)}
      />
      <Choice
        label={t('strategies.interval')}
        value={String(draft.intervalSec)}
        onChange={(seconds) => change({ intervalSec: Number(seconds) })}
        items={twapIntervalsSec.map((seconds) => ({
          value: String(seconds),
          label: t('strategies.seconds', { count: seconds }),
        }))}
      />
      <PriceField
        instrument={instrument}
        name="maxChasePrice"
        optional
        value={draft.maxChasePrice}
        onChange={(maxChasePrice) => change({ maxChasePrice })}
        error={wrongOf('maxChasePrice', draft.maxChasePrice)}
      />
    </>
  )
}

const pricings = icebergPrices.toSorted()

function IcebergFields({ instrument, draft, change, wrong }: FieldsProps) {
  const t = useT()
  const wrongOf = useWrong(wrong)
  return (
    <>
      <Choice
        label={t('strategies.sliceBy')}
        value={draft.sliceBy}
        onChange={(sliceBy) => change({ sliceBy })}
        items={[
          { value: 'subSize', label: t('strategies.subSize') },
          { value: 'orderCount', label: t('strategies.orderCount') },
        ]}
      />
      {draft.sliceBy === 'subSize' ? (
        <NumberInput
          label={t('strategies.subSize')}
          value={draft.subSize}
          onChange={(subSize) => change({ subSize })}
          rules={qtyRules(instrument)}
          unit={qtyCoin(instrument)}
          error={wrongOf('subSize', draft.subSize)}
        />
      ) : (
        <CountField
          value={draft.sliceCount}
          onChange={(sliceCount) => change({ sliceCount })}
          error={wrongOf('orderCount', draft.sliceCount)}
        />
      )}
      <Choice
        label={t('strategies.pricing')}
        value={draft.pricing}
        onChange={(pricing) => change({ pricing })}
        items={pricings.map((value) => ({ value, label: t(`strategies.pricings.${value}`) }))}
      />
      {draft.pricing === 'Fixed' && (
        <PriceField
          instrument={instrument}
          name="price"
          value={draft.price}
          onChange={(price) => change({ price })}
          error={wrongOf('price', draft.price)}
        />
      )}
      {draft.pricing === 'Offset' && (
        <PriceField
          instrument={instrument}
          name="offset"
          signed
          value={draft.offset}
          onChange={(offset) => change({ offset })}
          error={wrongOf('offset', draft.offset)}
        />
      )}
    </>
  )
}

function ScaledFields({ instrument, draft, change, wrong }: FieldsProps) {
  const t = useT()
  const wrongOf = useWrong(wrong)
  return (
    <>
      {(['priceFrom', 'priceTo'] as const).map((name) => (
        <PriceField
          key={name}
          instrument={instrument}
          name={name}
          value={draft[name]}
          onChange={(text) => change({ [name]: text })}
          error={wrongOf(name, draft[name])}
        />
      ))}
      <CountField
        value={draft.orderCount}
        onChange={(orderCount) => change({ orderCount })}
        error={wrongOf('orderCount', draft.orderCount)}
      />
      <Choice
        label={t('strategies.shape')}
        value={draft.shape}
        onChange={(shape) => change({ shape })}
        items={scaledShapes.map((value) => ({ value, label: t(`strategies.shapes.${value}`) }))}
      />
      {draft.shape === 'Custom' && (
        <Shares draft={draft} change={change} error={wrongOf('shares', 'some')} />
      )}
    </>
  )
}

/** A share for each order; they must add up to 100 %. */
function Shares(props: {
  draft: StrategyDraft
  change: FieldsProps['change']
  error: string | undefined
}) {
  const t = useT()
  const { draft, change, error } = props
  const count = Math.min(mostScaledChildren, Number(draft.orderCount) || 0)
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-2 gap-2">
        {Array.from({ length: count }, (_, at) => (
          <NumberInput
            key={at}
            size="sm"
            label={t('strategies.share', { no: at + 1 })}
            value={draft.shares[at] ?? ''}
            onChange={(text) => {
              const shares = Array.from({ length: count }, (__, k) => draft.shares[k] ?? '')
              change({ shares: shares.with(at, text) })
            }}
            rules={{ scale: 2, min: '0', max: '100' }}
            unit="%"
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="status" className="text-2xs text-down">
          {error}
        </p>
      )}
    </div>
  )
}

function ChaseFields({ instrument, draft, change, wrong }: FieldsProps) {
  const wrongOf = useWrong(wrong)
  return (
    <PriceField
      instrument={instrument}
      name="maxDistance"
      optional
      value={draft.maxDistance}
      onChange={(maxDistance) => change({ maxDistance })}
      error={wrongOf('maxDistance', draft.maxDistance)}
    />
  )
}

function CountField(props: {
  value: string
  onChange: (text: string) => void
  error: string | undefined
}) {
  const t = useT()
  return (
    <NumberInput
      {...props}
      label={t('strategies.orderCount')}
      rules={{ scale: 0, min: '0', step: '1' }}
      steppers
    />
  )
}

const priceNames = {
  maxChasePrice: 'strategies.maxChasePrice',
  price: 'strategies.price',
  offset: 'strategies.offset',
  priceFrom: 'strategies.priceFrom',
  priceTo: 'strategies.priceTo',
  maxDistance: 'strategies.maxDistance',
} as const satisfies Record<string, MessageKey>

function PriceField(props: {
  instrument: Instrument
  name: keyof typeof priceNames
  value: string
  onChange: (text: string) => void
  error: string | undefined
  optional?: boolean
  signed?: boolean
}) {
  const t = useT()
  const { instrument, name, value, onChange, error, optional = false, signed = false } = props
  return (
    <NumberInput
      label={t(priceNames[name])}
      value={value}
      onChange={onChange}
      placeholder={optional ? t('strategies.optional') : undefined}
      rules={{
        scale: priceDecimals(instrument),
        ...(signed ? {} : { min: '0' }),
        tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
      }}
      unit={instrument.quoteCoin}
      error={error}
    />
  )
}

/** A select with its label on the left, like the fields around it. */
function Choice<Value extends string>(props: {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { readonly value: Value; readonly label: string }[]
}) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden className="text-xs text-muted">
        {props.label}
      </span>
      <Select {...props} align="end" />
    </div>
  )
}

const qtyRules = (instrument: Instrument) => ({
  scale: qtyDecimals(instrument),
  min: '0',
  step: formatTrimmed(BigInt(instrument.lotSizeE8), 8),
})
