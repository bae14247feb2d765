// The look in a real browser: remembered, painted on the page and on its windows.

import { beforeEach, expect, test } from 'vitest'
import { chooseTheme, dressDocument, startTheme } from './theme.ts'

const page = (): DOMStringMap => document.documentElement.dataset

beforeEach(() => localStorage.removeItem('basis.look'))

test('the remembered look is painted at the start, a broken one is forgotten', () => {
  localStorage.setItem(
    'basis.look',
    '{"version":1,"value":{"theme":"light","sides":"colour-blind"}}',
  )
  startTheme(document)
  expect([page()['theme'], page()['sides']]).toEqual(['light', 'colour-blind'])
  localStorage.setItem('basis.look', '{"version":1,"value":{"theme":"sepia"}}')
  startTheme(document)
  expect([page()['theme'], page()['sides']]).toEqual(['dark', 'green-up'])
})

test('a choice is painted at once on the page and its windows, and remembered', () => {
  startTheme(document)
  const other = document.implementation.createHTMLDocument('popout')
  const release = dressDocument(other)
  expect(other.documentElement.dataset['theme']).toBe('dark')
  chooseTheme({ theme: 'light' })
  chooseTheme({ sides: 'red-up' })
  expect(page()['theme']).toBe('light')
  expect(other.documentElement.dataset).toMatchObject({ theme: 'light', sides: 'red-up' })
  expect(localStorage.getItem('basis.look')).toBe(
    '{"version":1,"value":{"theme":"light","sides":"red-up"}}',
  )
  release()
  chooseTheme({ theme: 'dark' })
  expect(other.documentElement.dataset['theme']).toBe('light')
})

test('the script that paints before the page starts paints the same look', async () => {
  chooseTheme({ theme: 'light', sides: 'red-up' })
  page()['theme'] = 'dark'
  page()['sides'] = 'green-up'
  const script = document.createElement('script')
  const ran = new Promise((done) => script.addEventListener('load', done))
  script.src = '/packages/web/public/boot.js'
  document.head.append(script)
  await ran
  expect([page()['theme'], page()['sides']]).toEqual(['light', 'red-up'])
  script.remove()
})
