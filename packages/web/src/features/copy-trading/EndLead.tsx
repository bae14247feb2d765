// Ending a leader's activity: it ends for all followers, so it is confirmed twice.

import { useState } from 'react'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { submitChange } from './copy-calls.ts'

export function EndLead({ name, onDone }: { name: string; onDone: () => void }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const end = async (): Promise<void> => {
    setAsked(false)
    if (await submitChange('endLeader', {}, message('copy.leadEnded'))) onDone()
  }
  return (
    <>
      <Button className="ml-auto" size="sm" onClick={() => setAsked(true)}>
        {t('copy.endLead')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('copy.endLeadTitle', { name })}
        body={t('copy.endLeadBody')}
        confirmLabel={t('copy.endLead')}
        cancelLabel={t('shell.cancel')}
        onCancel={() => setAsked(false)}
        onConfirm={() => void end()}
      />
    </>
  )
}
