import { describe, expect, test } from 'vitest';
import { fail, InputError, ok, unwrap } from '../../src/board/result.ts';

describe('the outcome of reading input', () => {
  test('a value is unwrapped unchanged', () => {
    const value = { squares: 64 };
    expect(unwrap(ok(value))).toBe(value);
  });

  test('a falsy value is a value', () => {
    expect(unwrap(ok(0))).toBe(0);
    expect(unwrap(ok(undefined))).toBe(undefined);
  });

  test('a failure is thrown with its code, its message and the offending text', () => {
    const failure = fail('square', 'no square', 'z9');
    let thrown: unknown;
    try {
      unwrap(failure);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InputError);
    expect(thrown).toMatchObject({
      name: 'InputError',
      message: 'no square',
      problem: { code: 'square', message: 'no square', text: 'z9' },
    });
  });
});
