// The fields of a rule order: its conditions, its action, how often it may fire, and its expiry.

import { barMinutes, mostConditions, ruleOperators } from '@basis/domain/algo/rule'
import { barWords, isRate, seriesWords } from '../../actions/words/rule-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { RuleActionFields } from './RuleActionFields.tsx'
import type { RuleFieldsProps } from './rule-wrong.ts'
import {
  againstOf,
  firstCondition,
  isAverage,
  isNumber,
  isPrice,
  ruleLefts,
  type ConditionDraft,
  type RuleAgainst,
} from './rule-form.ts'

export function RuleFields(props: RuleFieldsProps) {
  const t = useT()
  const { draft, change, wrongOf } = props
  const { conditions } = draft
  const setAt = (at: number, part: Partial<ConditionDraft>): void =>
    change({ conditions: conditions.map((old, k) => (k === at ? { ...old, ...part } : old)) })
  return (
    <>
      {conditions.map((condition, at) => (
        <Condition
          key={at}
          at={at}
          condition={condition}
          change={(part) => setAt(at, part)}
          remove={() => change({ conditions: conditions.filter((_, k) => k !== at) })}
          isOnly={conditions.length === 1}
          wrongOf={wrongOf}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size="sm"
          disabled={conditions.length >= mostConditions}
          onClick={() => change({ conditions: [...conditions, firstCondition] })}
        >
          {t('strategies.ruleAdd')}
        </Button>
        {conditions.length > 1 && (
          <Select
            label={t('strategies.ruleFiresWhen')}
            value={draft.join}
            onChange={(join) => change({ join })}
            items={[
              { value: 'And', label: t('strategies.ruleAll') },
              { value: 'Or', label: t('strategies.ruleAny') },
            ]}
            align="end"
          />
        )}
      </div>
      <RuleActionFields {...props} />
      <Often {...props} />
    </>
  )
}

type ConditionProps = {
  at: number
  condition: ConditionDraft
  change: (part: Partial<ConditionDraft>) => void
  remove: () => void
  isOnly: boolean
  wrongOf: RuleFieldsProps['wrongOf']
}

function Condition({ at, condition, change, remove, isOnly, wrongOf }: ConditionProps) {
  const t = useT()
  const no = at + 1
  const { left } = condition
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded border border-line-strong p-2">
      <legend className="px-1 text-2xs text-muted">{t('strategies.ruleCondition', { no })}</legend>
      <Compared condition={condition} change={change} />
      {left === 'Change' && (
        <NumberInput
          label={t('strategies.ruleMinutes')}
          value={condition.changeMinutes}
          onChange={(changeMinutes) => change({ changeMinutes })}
          rules={{ scale: 0, min: '0', step: '1' }}
          error={wrongOf(`minutes ${at}`, condition.changeMinutes)}
        />
      )}
      {isAverage(condition) ? (
        <NumberInput
          label={t('strategies.ruleBars')}
          value={condition.bars}
          onChange={(bars) => change({ bars })}
          rules={{ scale: 0, min: '0', step: '1' }}
          error={wrongOf(`bars ${at}`, condition.bars)}
        />
      ) : !isNumber(condition) ? null : (
        <NumberInput
          label={t('strategies.ruleNumber')}
          value={condition.value}
          onChange={(value) => change({ value })}
          rules={{ scale: isRate(left) ? 6 : 8, ...(isPrice(left) ? { min: '0' } : {}) }}
          unit={isRate(left) ? '%' : undefined}
          error={wrongOf(`value ${at}`, condition.value)}
        />
      )}
      {!isOnly && (
        <Button size="sm" onClick={remove}>
          {t('strategies.ruleRemove', { no })}
        </Button>
      )}
    </fieldset>
  )
}

/** The two values that are compared, and the operator between them. */
function Compared({ condition, change }: Pick<ConditionProps, 'condition' | 'change'>) {
  const t = useT()
  const { left, operator, against } = condition
  const leftWord = (of: (typeof ruleLefts)[number]): string =>
    of === 'Change'
      ? t('strategies.ruleChange', { minutes: condition.changeMinutes })
      : t(seriesWords[of])
  const rights = againstOf(left)
  const rightWord = (of: RuleAgainst): string => {
    if (of === 'Number') return t('strategies.ruleNumber')
    return of === 'Sma' || of === 'Ema' ? of.toUpperCase() : t(seriesWords[of])
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label={t('strategies.ruleLeft')}
        value={left}
        onChange={(next) => change({ left: next })}
        items={ruleLefts.map((value) => ({ value, label: leftWord(value) }))}
      />
      <Select
        label={t('strategies.ruleOperator')}
        value={operator}
        onChange={(next) => change({ operator: next })}
        items={ruleOperators.map((value) => ({ value, label: t(`strategies.ruleOp${value}`) }))}
      />
      {rights.length > 1 && (
        <Select
          label={t('strategies.ruleAgainst')}
          value={rights.includes(against) ? against : 'Number'}
          onChange={(next) => change({ against: next })}
          items={rights.map((value) => ({ value, label: rightWord(value) }))}
        />
      )}
      {isAverage(condition) && (
        <Select
          label={t('strategies.ruleBar')}
          value={String(condition.barMinutes)}
          onChange={(next) => change({ barMinutes: Number(next) })}
          items={barMinutes.map((value) => ({ value: String(value), label: barWords[value] }))}
        />
      )}
    </div>
  )
}

function Often({ draft, change, wrongOf }: RuleFieldsProps) {
  const t = useT()
  return (
    <>
      <NumberInput
        label={t('strategies.ruleTimes')}
        value={draft.times}
        onChange={(times) => change({ times })}
        rules={{ scale: 0, min: '0', step: '1' }}
        unit={t('strategies.ruleTimesUnit')}
        error={wrongOf('maxTimes', draft.times)}
      />
      {draft.times !== '1' && (
        <NumberInput
          label={t('strategies.ruleRest')}
          value={draft.coolDown}
          onChange={(coolDown) => change({ coolDown })}
          rules={{ scale: 0, min: '0', step: '10' }}
          unit={t('strategies.ruleRestUnit')}
          error={wrongOf('coolDown', draft.coolDown)}
        />
      )}
      <NumberInput
        label={t('strategies.ruleDays')}
        value={draft.days}
        onChange={(days) => change({ days })}
        rules={{ scale: 0, min: '0', step: '1' }}
        unit={t('strategies.ruleDaysUnit')}
        error={wrongOf('expiresAtE3', draft.days)}
      />
    </>
  )
}
