// The next interest charge: its time with the zone, and the time left.

import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { leftUntil } from './loan-form.ts'

/** Shows nothing if there is no time, that is no loan. */
export function NextCharge({ atMs }: { atMs: number | undefined }) {
  const t = useT()
  const format = useFormat()
  const leftMs = leftUntil(atMs, useServerNowMs())
  if (atMs === undefined || leftMs === undefined) return '--'
  return t('loans.chargeAt', {
    time: `${format.time(atMs)} ${format.zoneName(atMs)}`,
    left: format.countdown(leftMs),
  })
}
