// Transfer of a browser's alerts to the venue after a sign-in: a visitor's to the account, and a
// trader's own from before the venue stored alerts.

import { ask } from '../../client/http.ts'
import { onTrader, useSession } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { isWaitingAlert } from '../../stores/alert-rules.ts'
import { keptAlerts, visitor, wireOf } from '../../stores/alerts.ts'
import { useCatalogue } from '../../stores/catalogue.ts'

/** Transfers them at every sign-in; returns a function that stops it. */
export function startAlertMoving(): () => void {
  let moving: Promise<void> = Promise.resolve()
  const move = (): void => {
    moving = moving.then(moveAll)
  }
  const stops = [
    onTrader(move),
    // Their prices can be converted only once the instruments are known.
    useCatalogue.subscribe(({ order }, before) => {
      if (order !== before.order) move()
    }),
  ]
  move()
  return () => {
    for (const stop of stops) stop()
  }
}

async function moveAll(): Promise<void> {
  const uid = useSession.getState().user?.uid
  if (uid === undefined) return
  let count = 0
  for (const owner of [visitor, uid]) count += await moveOf(owner, uid)
  if (count === 0) return
  notify({ kind: 'alerts', tone: 'info', title: message('alerts.moved', { count }) })
}

/** Returns how many were transferred; those the venue refused are kept for the next time. */
async function moveOf(owner: string, uid: string): Promise<number> {
  let count = 0
  for (const alert of keptAlerts(owner).read()) {
    const [wire] = wireOf(alert)
    if (isWaitingAlert(alert)) {
      if (wire === undefined) continue
      // The link id identifies the alert if two tabs transfer it.
      const { symbols, figure, operator, value, alertLinkId } = wire
      const outcome = await ask('createAlert', { symbols, figure, operator, value, alertLinkId })
      const isLost = !outcome.ok && outcome.isUnknown
      if (isLost || useSession.getState().user?.uid !== uid) return count
      // Too many requests or alerts: it would be lost.
      if (!outcome.ok) continue
      count += 1
    }
    keptAlerts(owner).write(
      keptAlerts(owner)
        .read()
        .filter(({ id }) => id !== alert.id),
    )
  }
  return count
}
