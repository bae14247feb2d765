// The form of a filter: a figure above or below a value, validated by the rule for alerts.

import { useState } from 'react'
import { Plus } from 'lucide-react'
import { marketFigures, type MarketFigure } from '@basis/domain/alerts/figures'
import { figureMessages } from '../../actions/words/alert-words.ts'
import { figureUnitWord, typedDecimals, wireValue } from '../../actions/alerts/typed-values.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ScreenFilter } from '../../shell/saved-screens.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Select } from '../../ui/Select.tsx'

export function FilterForm({ onAdd }: { onAdd: (filter: ScreenFilter) => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [figure, setFigure] = useState<MarketFigure>('change1h')
  const [operator, setOperator] = useState<ScreenFilter['operator']>('above')
  const [text, setText] = useState('')
  const value = wireValue(figure, text)
  const add = (): void => {
    if (value === undefined) return
    onAdd({ figure, operator, value })
    setText('')
    setOpen(false)
  }
  return (
    <Popover
      title={t('screens.addFilter')}
      open={isOpen}
      onOpenChange={setOpen}
      className="w-72"
      trigger={
        <Button size="sm" variant="ghost">
          <Plus className="size-3.5" aria-hidden />
          {t('screens.addFilter')}
        </Button>
      }
    >
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Select
          label={t('alerts.figure')}
          value={figure}
          onChange={(next) => {
            setFigure(next)
            setText('')
          }}
          items={marketFigures.map((each) => ({ value: each, label: t(figureMessages[each]) }))}
        />
        <Select
          label={t('alerts.condition')}
          value={operator}
          onChange={setOperator}
          items={[
            { value: 'above', label: t('alerts.is_above') },
            { value: 'below', label: t('alerts.is_below') },
          ]}
        />
        <NumberInput
          label={t('alerts.value')}
          value={text}
          onChange={setText}
          rules={{ scale: typedDecimals(figure, undefined) }}
          unit={figureUnitWord(figure)}
        />
        <Button type="submit" variant="primary" disabled={value === undefined}>
          {t('screens.filter')}
        </Button>
      </form>
    </Popover>
  )
}
