// The buttons below a margin setting: a trader submits it, a visitor is offered demo funds.

import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { openDialog } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'

export function TraderFooter(props: { pending: boolean; disabled: boolean; onClose: () => void }) {
  const t = useT()
  const isTrader = useSession((session) => session.status === 'trader')
  const startTrading = (): void => {
    props.onClose()
    openDialog({ kind: 'signIn', view: 'demo' })
  }
  if (isTrader) return <DialogFooter {...props} />
  return (
    <>
      <Button onClick={props.onClose}>{t('shell.cancel')}</Button>
      <Button variant="primary" onClick={startTrading}>
        {t('leverage.signIn')}
      </Button>
    </>
  )
}
