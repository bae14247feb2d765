// The legs of a TP/SL: each has the trigger price with its type, the same target as ROI, percent or
// PnL, a slider, and for a part of the position a limit price.

import { zero } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { triggerBases } from '@basis/domain/orders/order'
import type { TpslBase, TpslInputType } from '@basis/domain/orders/tpsl-input'
import type { TpslFigures } from '@basis/domain/orders/tpsl-input'
import { legNames, type LegName } from '@basis/domain/orders/tpsl'
import { problemMessage } from '../../client/error-reactions.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { basisWord } from '../../actions/words/basis-words.ts'
import { changeSettings, useSettings } from '../../stores/settings.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useTpslInputs } from './use-tpsl-inputs.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { classNames } from '../../ui/class-names.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slider } from '../../ui/Slider.tsx'
import {
  companionRules,
  companionText,
  gainAt,
  gainAtExit,
  requestSlider,
  requestText,
  signedText,
  triggerOf,
} from './tpsl-figures.ts'
import { legFields, withTriggerOf, type TpslForm } from './form-fields.ts'
import { priceRules, priceText, type ReadForm } from './tpsl-form.ts'

type LegsProps = {
  instrument: Instrument
  /** The base for gains; undefined while price or quantity are not known. */
  base: TpslBase | undefined
  form: TpslForm
  read: ReadForm
  onChange: (form: TpslForm) => void
  /** A part of the position may be closed by a limit order (spec 4). */
  mayLimit: boolean
}

type Props = LegsProps & { name: LegName }

/** Take-profit and stop-loss of one form. */
export function BothLegs(props: LegsProps) {
  return legNames.map((name) => <LegFields key={name} name={name} {...props} />)
}

/** The gain at a price. */
type Figures = { figures: TpslFigures | undefined }

function LegFields(props: Props) {
  const t = useT()
  const figures = gainAt(props.base, props.read.terms[props.name])
  const { name, instrument, form, read, onChange, mayLimit } = props
  const fields = legFields[name]
  const problem = read.problems.get(fields.trigger)
  const tips = read.tips.filter(({ field }) => field === name)
  const rules = priceRules(instrument)
  const limitProblem = read.problems.get(fields.limit)
  return (
    <section aria-label={t(`tpsl.${name}`)} className="flex flex-col gap-2">
      <h3 className="flex items-center justify-between text-xs font-medium">
        <span className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className={classNames(
              'size-1.5 rounded-full',
              name === 'takeProfit' ? 'bg-up-solid' : 'bg-down-solid',
            )}
          />
          {t(`tpsl.${name}`)}
        </span>
        <span className="flex gap-3">
          {mayLimit && <TypeChoice name={name} form={form} onChange={onChange} />}
          <BasisChoice name={name} form={form} onChange={onChange} />
        </span>
      </h3>
      <div className="grid grid-cols-2 items-start gap-2 max-md:grid-cols-1">
        <NumberInput
          label={t('tpsl.triggerPrice')}
          value={form[fields.trigger]}
          onChange={(trigger) => onChange(withTriggerOf(form, name, trigger))}
          rules={rules}
          error={problem === undefined ? undefined : t(problemMessage(problem))}
          hint={tips.length === 0 ? undefined : tips.map((tip) => t(`tpsl.${tip.name}`)).join(' ')}
        />
        <Companion {...props} figures={figures} />
      </div>
      {mayLimit && form[fields.orderType] === 'Limit' && (
        <NumberInput
          label={t('tpsl.limitPrice')}
          value={form[fields.limit]}
          onChange={(limit) => onChange({ ...form, [fields.limit]: limit })}
          rules={rules}
          unit={instrument.quoteCoin}
          error={limitProblem === undefined ? undefined : t(problemMessage(limitProblem))}
        />
      )}
      <Expected {...props} figures={gainAtExit(props.base, props.read.terms[props.name])} />
    </section>
  )
}

type ChoiceProps = Pick<Props, 'name' | 'form' | 'onChange'>

function BasisChoice({ name, form, onChange }: ChoiceProps) {
  const t = useT()
  return (
    <Select
      label={t('tpsl.basis')}
      variant="plain"
      size="sm"
      align="end"
      value={form[legFields[name].triggerBy]}
      onChange={(triggerBy) => onChange({ ...form, [legFields[name].triggerBy]: triggerBy })}
      items={triggerBases.map((value) => ({ value, label: t({ key: basisWord(value) }) }))}
    />
  )
}

function TypeChoice({ name, form, onChange }: ChoiceProps) {
  const t = useT()
  return (
    <Select
      label={t('tpsl.orderType')}
      variant="plain"
      size="sm"
      align="end"
      value={form[legFields[name].orderType]}
      onChange={(orderType) => onChange({ ...form, [legFields[name].orderType]: orderType })}
      items={[
        { value: 'Market', label: t('tpsl.market') },
        { value: 'Limit', label: t('tpsl.limit') },
      ]}
    />
  )
}

/** The same target in another unit: typing here moves the trigger, and vice versa. */
function Companion(props: Props & Figures) {
  const t = useT()
  const { name, instrument, base, form, figures, onChange } = props
  const fields = legFields[name]
  const { type, types } = useTpslInputs(form[fields.inputType])
  // The typed text is kept until the trigger is changed otherwise.
  const shown = form[fields.typed] || companionText(type, figures, instrument.settleCoin)
  const words = {
    ROI: t('tpsl.roi'),
    Price: t('tpsl.percent'),
    PnL: t('tpsl.pnl', { coin: instrument.settleCoin }),
  }
  // A profit cannot be converted to a price without a quantity.
  const isClosed = base === undefined || (type === 'PnL' && base.qty === zero)
  const take = (typedText: string): void => {
    const text = signedText(name, type, typedText)
    const at = base === undefined ? undefined : triggerOf(base, name, { type, text })
    const trigger = typeof at === 'number' ? priceText(instrument, at) : ''
    const named = { [fields.trigger]: trigger, [fields.typed]: text, [fields.inputType]: type }
    onChange({ ...form, ...named })
  }
  return (
    <div className="flex flex-col gap-2">
      <NumberInput
        label={words[type]}
        labelHidden
        value={shown}
        onChange={take}
        disabled={isClosed}
        rules={companionRules(name, type, instrument.settleCoin)}
        unit={
          <Select<TpslInputType>
            label={t('tpsl.inputType')}
            variant="plain"
            size="sm"
            align="end"
            value={type}
            onChange={(next) => {
              const { tpslInputs } = useSettings.getState()
              changeSettings({ tpslInputs: { ...tpslInputs, [name]: next } })
              onChange({ ...form, [fields.inputType]: next, [fields.typed]: '' })
            }}
            items={types.map((value) => ({ value, label: words[value] }))}
          />
        }
      />
      {type !== 'PnL' && (
        <WishSlider name={name} type={type} label={words[type]} figures={figures} onPick={take} />
      )}
    </div>
  )
}

function WishSlider(props: {
  name: LegName
  type: 'ROI' | 'Price'
  label: string
  figures: TpslFigures | undefined
  onPick: (text: string) => void
}) {
  const { name, type, label, figures, onPick } = props
  return (
    <Slider
      label={label}
      {...requestSlider(name, type, figures)}
      tone={name === 'takeProfit' ? 'up' : 'down'}
      textOf={(value) => `${requestText(name, type, value)}%`}
      onChange={(value) => onPick(value === 0 ? '' : requestText(name, type, value))}
    />
  )
}

function Expected({ figures, instrument, base }: Props & Figures) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  if (figures === undefined) return null
  const pnl =
    base?.qty === zero
      ? NOTHING
      : `${words.settle(figures.pnl, { signed: true, rounding: 'down' })} ${instrument.settleCoin}`
  const roi = format.percent({ units: figures.roiE2, scale: 2 })
  return <p className="text-xs text-muted">{t('tpsl.expected', { pnl, roi })}</p>
}
