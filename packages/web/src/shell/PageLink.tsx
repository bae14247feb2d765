// A link to a page of the terminal: a plain click navigates in the terminal, any other is left to
// the browser (a new tab, a copied address).

import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { addressOf, goTo } from './location.ts'
import { DEFAULT_PAGE, type Page } from './routes.ts'

export type PageLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  page: Page | undefined
  children: ReactNode
}

export function PageLink({ page = DEFAULT_PAGE, children, ...rest }: PageLinkProps) {
  const follow = (event: MouseEvent): void => {
    const isPlain = event.button === 0 && !event.defaultPrevented
    if (!isPlain || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(page)
  }
  return (
    <a {...rest} href={addressOf(page)} onClick={follow}>
      {children}
    </a>
  )
}
