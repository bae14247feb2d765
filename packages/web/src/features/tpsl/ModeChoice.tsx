// The choice between TP/SL for the whole position and for a part of it, with its explanation.

import { Settings2 } from 'lucide-react'
import type { TpslMode } from '@basis/domain/orders/tpsl'
import { useT } from '../../i18n/i18n.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { useViewport } from '../../platform/viewport.ts'
import { rememberHint, useHintDue } from '../../stores/preferences.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { HintPopover } from '../../ui/popups/HintPopover.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Explained } from '../../ui/Tooltip.tsx'

export function ModeChoice(props: { mode: TpslMode; onChange: (mode: TpslMode) => void }) {
  const t = useT()
  return (
    <div className="flex items-center gap-2">
      <Segments
        wide
        size="md"
        className="flex-1"
        label={t('tpsl.mode')}
        value={props.mode}
        onChange={props.onChange}
        items={[
          { value: 'Full', label: t('tpsl.entire') },
          {
            value: 'Partial',
            label: (
              <span className="inline-flex items-center gap-1.5">
                {t('tpsl.partial')} <Badge tone="accent">{t('ticket.newTag')}</Badge>
              </span>
            ),
          },
        ]}
      />
      <span className="px-1.5">
        <ModeHelp />
      </span>
      <IconButton
        label={t('tpsl.preferences')}
        onClick={() => openDialog({ kind: 'tpslPreferences' })}
      >
        <Settings2 aria-hidden />
      </IconButton>
    </div>
  )
}

/** The explanation of both: shown as a hint the first time, then on demand. */
function ModeHelp() {
  const t = useT()
  const isDue = useHintDue('partialTpsl')
  const isPhone = useViewport() === 'phone'
  if (!isDue) return <Explained content={t('tpsl.modeHelp')}>?</Explained>
  return (
    <HintPopover
      open
      // Beside the dialog, so that it covers neither its figures nor its close button.
      side={isPhone ? 'top' : 'right'}
      title={t('tpsl.hintTitle')}
      body={t('tpsl.modeHelp')}
      confirmLabel={t('tpsl.hintSeen')}
      onClose={() => rememberHint('partialTpsl')}
    >
      <button type="button" className="explained rounded-sm" aria-label={t('tpsl.hintTitle')}>
        ?
      </button>
    </HintPopover>
  )
}
