// The dialog of a table's columns: which are shown, their order, and the row height.

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import type { ColumnsRequest } from '../../shell/dialogs.ts'
import { firstArrangement, movedColumn, orderedColumns } from '../../shell/table-arrangement.ts'
import {
  arrangeTable,
  changeSettings,
  tableDensities,
  useArrangement,
  useSettings,
} from '../../stores/settings.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'

const densityWords = {
  comfortable: 'shell.densityComfortable',
  compact: 'shell.densityCompact',
} as const satisfies Record<(typeof tableDensities)[number], MessageKey>

type Props = { request: ColumnsRequest; onClose: () => void }

export function ColumnsDialog({ request, onClose }: Props) {
  const t = useT()
  const { table, columns } = request
  const arrangement = useArrangement(table)
  const density = useSettings((settings) => settings.tableDensity)
  const ids = columns.map(({ id }) => id)
  const ordered = orderedColumns(ids, arrangement)
  const nameOf = (id: string): string =>
    (columns.find((column) => column.id === id)?.titles ?? []).map((title) => t(title)).join(' / ')
  const { hidden } = arrangement
  const show = (id: string, isShown: boolean): void =>
    arrangeTable(table, {
      hidden: isShown ? hidden.filter((each) => each !== id) : [...hidden, id],
    })
  const move = (id: string, by: number): void =>
    arrangeTable(table, { order: movedColumn(ordered, id, by) })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shell.columnsOf', { table: t(request.title) })}
      footer={
        <>
          <Button onClick={() => arrangeTable(table, firstArrangement(table))}>
            {t('shell.columnsReset')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('shell.done')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col">
        {ordered.map((id, place) => (
          <li key={id} className="flex items-center justify-between gap-2 py-1">
            <Checkbox
              label={nameOf(id)}
              checked={!hidden.includes(id)}
              onChange={(isShown) => show(id, isShown)}
            />
            <span className="flex gap-2">
              <IconButton
                label={t('shell.columnUp', { column: nameOf(id) })}
                disabled={place === 0}
                onClick={() => move(id, -1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={t('shell.columnDown', { column: nameOf(id) })}
                disabled={place === ordered.length - 1}
                onClick={() => move(id, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex items-center justify-between gap-2 text-xs">
        <span className="text-muted">{t('shell.density')}</span>
        <Segments
          label={t('shell.density')}
          value={density}
          onChange={(tableDensity) => changeSettings({ tableDensity })}
          items={tableDensities.map((value) => ({ value, label: t({ key: densityWords[value] }) }))}
        />
      </div>
    </Dialog>
  )
}
