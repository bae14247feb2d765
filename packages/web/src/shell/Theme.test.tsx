// The theme in a real browser: stored, and applied to the page and its popout windows.

import { beforeEach, expect, test } from 'vitest'
import { chooseTheme, dressDocument, startTheme } from './theme.ts'

const page = (): DOMStringMap => document.documentElement.dataset

beforeEach(() => localStorage.removeItem('basis.look'))

test('the stored theme is applied at the start; an invalid one gives the default', () => {
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

test('a chosen theme is applied at once to the page and its popout windows, and stored', () => {
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

test('the boot script applies the same theme before the page starts', async () => {
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
