// The dialog of a confirmation that a feature requests, with a checkbox not to be asked again.

import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { closeDialog, type ConfirmRequest } from '../shell/dialogs.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Checkbox } from '../ui/Switch.tsx'

export function Confirmation({ request }: { request: ConfirmRequest }) {
  const t = useT()
  const [isEnough, setIsEnough] = useState(false)
  const { notAgain } = request
  const answer = (isYes: boolean): void => {
    closeDialog('confirm')
    if (isYes && isEnough) notAgain?.onChosen()
    request.onAnswer(isYes)
  }
  return (
    <ConfirmDialog
      open
      title={t(request.title)}
      body={t(request.body)}
      confirmLabel={t(request.confirm)}
      cancelLabel={t(request.dangerous === true ? 'shell.goBack' : 'shell.cancel')}
      dangerous={request.dangerous}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {notAgain !== undefined && (
        <Checkbox label={t(notAgain.label)} checked={isEnough} onChange={setIsEnough} />
      )}
    </ConfirmDialog>
  )
}
