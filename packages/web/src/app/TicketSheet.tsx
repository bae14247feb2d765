// The order ticket of a phone, in a sheet opened by the buttons at the bottom of the page.

import { useEffect } from 'react'
import { OrderTicket } from '../features/order-ticket/OrderTicket.tsx'
import { useT } from '../i18n/i18n.ts'
import { coverToastPlaces } from '../shell/toast-place.ts'
import { Sheet } from '../ui/Dialog.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'

export function TicketSheet(props: { side: 'Buy' | 'Sell' | undefined; onClose: () => void }) {
  const t = useT()
  const isOpen = props.side !== undefined
  useEffect(() => (isOpen ? coverToastPlaces() : undefined), [isOpen])
  return (
    <Sheet open={isOpen} onClose={props.onClose} title={t('shell.panelTicket')}>
      <PanelBoundary>
        <OrderTicket side={props.side} />
      </PanelBoundary>
    </Sheet>
  )
}
