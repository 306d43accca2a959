; The Sandbox's constant-product AMM, in sBPF assembly (version 0). `npm run generate` assembles it
; into sandboxAmm.json. It lives in the Sandbox alone: there is no such program on any real chain.
;
; Instruction data: 1, amount in (u64), least amount out (u64). An amount in of 2^64 - 1 is all that
; the trader's account holds.
;
; Accounts: the pool; the trader, who signs; the trader's account of the input; the vault of the
; input; the vault of the output; the trader's account of the output; the token program.
;
; The pool's data: 8 bytes that its address is derived from and 1 byte of bump, 7 unused, the fee in
; basis points (u64), the addresses of its two vaults, and those of their mints.

.equ ACCOUNTS, 7
.equ SWAP, 1
.equ SWAP_BYTES, 17
.equ BASIS_POINTS, 10000

; Custom errors, as solana/sandboxAmm.ts names them.
.equ ERROR_LESS_THAN_MINIMUM, 6000
.equ ERROR_ACCOUNTS, 6001
.equ ERROR_INSTRUCTION, 6002
.equ ERROR_AMOUNT, 6003

; An account in the input: the runtime's layout.
.equ IS_SIGNER, 1
.equ IS_WRITABLE, 2
.equ IS_EXECUTABLE, 3
.equ KEY, 8
.equ OWNER, 40
.equ LAMPORTS, 72
.equ DATA_LENGTH, 80
.equ DATA, 88
; What follows the data: room to grow, the padding and the rent epoch.
.equ GROWTH, 10240
.equ NOT_DUPLICATE, 255

.equ TOKEN_AMOUNT, 152
.equ TOKEN_TRANSFER, 3
.equ POOL_FEE, 104
.equ POOL_VAULT_A, 112
.equ POOL_VAULT_B, 144
.equ POOL_BYTES, 152

; The stack frame of the swap: pointers to the accounts, then what is computed.
.equ POOL, -56
.equ TRADER, -48
.equ TRADER_IN, -40
.equ VAULT_IN, -32
.equ VAULT_OUT, -24
.equ TRADER_OUT, -16
.equ TOKEN_PROGRAM, -8
.equ AMOUNT_IN, -64
.equ LEAST_OUT, -72
.equ AMOUNT_OUT, -80

.globl entrypoint
entrypoint:
  ldxdw r2, [r1+0]
  jne r2, ACCOUNTS, wrong_accounts
  mov64 r6, r1
  add64 r6, 8
  mov64 r7, r10
  add64 r7, POOL
next_account:
  ldxb r2, [r6+0]
  jne r2, NOT_DUPLICATE, wrong_accounts
  stxdw [r7+0], r6
  ldxdw r2, [r6+DATA_LENGTH]
  add64 r6, DATA
  add64 r6, GROWTH
  add64 r6, r2
  add64 r6, 7
  and64 r6, -8
  add64 r6, 8
  add64 r7, 8
  jne r7, r10, next_account

  ; r6: the length of the instruction data, the data, and the program's address.
  ldxdw r2, [r6+0]
  jne r2, SWAP_BYTES, wrong_instruction
  ldxb r2, [r6+8]
  jne r2, SWAP, wrong_instruction
  ldxdw r2, [r6+17]
  stxdw [r10+LEAST_OUT], r2
  ldxdw r8, [r6+9]

  ; The pool is this program's.
  ldxdw r7, [r10+POOL]
  mov64 r1, r7
  add64 r1, OWNER
  mov64 r2, r6
  add64 r2, 25
  call difference
  jne r0, 0, wrong_accounts
  ldxdw r2, [r7+DATA_LENGTH]
  jne r2, POOL_BYTES, wrong_accounts

  ; The vaults are the pool's, in either order.
  mov64 r6, r7
  add64 r6, POOL_VAULT_A
  mov64 r9, r7
  add64 r9, POOL_VAULT_B
  ldxdw r1, [r10+VAULT_IN]
  add64 r1, KEY
  mov64 r2, r6
  call difference
  jeq r0, 0, check_vault_out
  ; It sells the other token: the vaults change places.
  ldxdw r1, [r10+VAULT_IN]
  add64 r1, KEY
  mov64 r2, r9
  call difference
  jne r0, 0, wrong_accounts
  mov64 r9, r6
check_vault_out:
  ldxdw r1, [r10+VAULT_OUT]
  add64 r1, KEY
  mov64 r2, r9
  call difference
  jne r0, 0, wrong_accounts

  ; The program that holds the vaults moves the tokens.
  ldxdw r1, [r10+VAULT_IN]
  add64 r1, OWNER
  ldxdw r2, [r10+TOKEN_PROGRAM]
  add64 r2, KEY
  call difference
  jne r0, 0, wrong_accounts

  jne r8, -1, has_amount
  ldxdw r1, [r10+TRADER_IN]
  ldxdw r8, [r1+TOKEN_AMOUNT]
has_amount:
  jeq r8, 0, wrong_amount
  stxdw [r10+AMOUNT_IN], r8

  ; r8: the amount in less the fee.
  ldxdw r4, [r7+POOL_FEE]
  mov64 r2, BASIS_POINTS
  sub64 r2, r4
  mov64 r1, r8
  mov64 r3, BASIS_POINTS
  call multiply_divide
  mov64 r8, r0

  ; out = reserve out * in / (reserve in + in)
  ldxdw r1, [r10+VAULT_IN]
  ldxdw r3, [r1+TOKEN_AMOUNT]
  add64 r3, r8
  jlt r3, r8, wrong_amount
  jsle r3, 0, wrong_amount
  ldxdw r1, [r10+VAULT_OUT]
  ldxdw r1, [r1+TOKEN_AMOUNT]
  mov64 r2, r8
  call multiply_divide
  jeq r0, 0, wrong_amount
  ldxdw r2, [r10+LEAST_OUT]
  jlt r0, r2, less_than_minimum
  stxdw [r10+AMOUNT_OUT], r0

  ldxdw r1, [r10+TRADER_IN]
  ldxdw r2, [r10+VAULT_IN]
  ldxdw r3, [r10+TRADER]
  ldxdw r4, [r10+AMOUNT_IN]
  mov64 r5, r10
  call transfer
  ldxdw r1, [r10+VAULT_OUT]
  ldxdw r2, [r10+TRADER_OUT]
  ldxdw r3, [r10+POOL]
  ldxdw r4, [r10+AMOUNT_OUT]
  mov64 r5, r10
  call transfer
  mov64 r0, 0
  exit

less_than_minimum:
  mov64 r0, ERROR_LESS_THAN_MINIMUM
  exit
wrong_accounts:
  mov64 r0, ERROR_ACCOUNTS
  exit
wrong_instruction:
  mov64 r0, ERROR_INSTRUCTION
  exit
wrong_amount:
  mov64 r0, ERROR_AMOUNT
  exit

; r0: 0 if the addresses at r1 and r2 are the same.
difference:
  ldxdw r0, [r1+0]
  ldxdw r3, [r2+0]
  xor64 r0, r3
  ldxdw r4, [r1+8]
  ldxdw r3, [r2+8]
  xor64 r4, r3
  or64 r0, r4
  ldxdw r4, [r1+16]
  ldxdw r3, [r2+16]
  xor64 r4, r3
  or64 r0, r4
  ldxdw r4, [r1+24]
  ldxdw r3, [r2+24]
  xor64 r4, r3
  or64 r0, r4
  exit

; r0: r1 * r2 / r3, rounded down, as if in 128 bits. r3 is below 2^63, the result below 2^64.
; Doubles and adds r1 for each bit of r2, from the highest on, as quotient r0 and remainder r1.
multiply_divide:
  mov64 r4, r1
  div64 r4, r3
  mov64 r5, r1
  mod64 r5, r3
  mov64 r0, 0
  mov64 r1, 0
  mov64 r6, 64
next_bit:
  lsh64 r0, 1
  lsh64 r1, 1
  jlt r1, r3, doubled
  sub64 r1, r3
  add64 r0, 1
doubled:
  jsge r2, 0, added
  add64 r0, r4
  add64 r1, r5
  jlt r1, r3, added
  sub64 r1, r3
  add64 r0, 1
added:
  lsh64 r2, 1
  sub64 r6, 1
  jne r6, 0, next_bit
  exit

; The stack frame of a transfer: its data, accounts and instruction as the token program is called
; with them, the accounts as they are, and what the pool's address is derived from.
.equ TRANSFER_DATA, -16
.equ TRANSFER_AMOUNT, -15
.equ TRANSFER_BYTES, 9
.equ METAS, -64
.equ INSTRUCTION, -104
.equ INFOS, -272
.equ INFO_BYTES, 56
.equ SEED_BYTES, 8
.equ SEEDS, -304
.equ SIGNER, -320

; Moves r4 from the token account r1 to r2 by the authority r3; r5: the swap's stack frame.
transfer:
  mov64 r6, r1
  mov64 r7, r2
  mov64 r8, r3
  mov64 r9, r5
  stb [r10+TRANSFER_DATA], TOKEN_TRANSFER
  stxdw [r10+TRANSFER_AMOUNT], r4

  ; Address, is writable, is signer.
  add64 r1, KEY
  stxdw [r10-64], r1
  sth [r10-56], 1
  add64 r2, KEY
  stxdw [r10-48], r2
  sth [r10-40], 1
  add64 r3, KEY
  stxdw [r10-32], r3
  sth [r10-24], 256

  ; Program, accounts and their number, data and its length.
  ldxdw r1, [r9+TOKEN_PROGRAM]
  add64 r1, KEY
  stxdw [r10-104], r1
  mov64 r1, r10
  add64 r1, METAS
  stxdw [r10-96], r1
  stdw [r10-88], 3
  mov64 r1, r10
  add64 r1, TRANSFER_DATA
  stxdw [r10-80], r1
  stdw [r10-72], TRANSFER_BYTES

  mov64 r2, r10
  add64 r2, INFOS
  mov64 r1, r6
  call write_info
  add64 r2, INFO_BYTES
  mov64 r1, r7
  call write_info
  add64 r2, INFO_BYTES
  mov64 r1, r8
  call write_info

  ; The pool signs what it has to: its seed and bump.
  ldxdw r1, [r9+POOL]
  add64 r1, DATA
  stxdw [r10-304], r1
  stdw [r10-296], SEED_BYTES
  add64 r1, SEED_BYTES
  stxdw [r10-288], r1
  stdw [r10-280], 1
  mov64 r1, r10
  add64 r1, SEEDS
  stxdw [r10-320], r1
  stdw [r10-312], 2

  mov64 r1, r10
  add64 r1, INSTRUCTION
  mov64 r2, r10
  add64 r2, INFOS
  mov64 r3, 3
  mov64 r4, r10
  add64 r4, SIGNER
  mov64 r5, 1
  call sol_invoke_signed_c
  exit

; Describes the account r1 at r2, which stays.
write_info:
  mov64 r3, r1
  add64 r3, KEY
  stxdw [r2+0], r3
  mov64 r3, r1
  add64 r3, LAMPORTS
  stxdw [r2+8], r3
  ldxdw r3, [r1+DATA_LENGTH]
  stxdw [r2+16], r3
  mov64 r3, r1
  add64 r3, DATA
  stxdw [r2+24], r3
  mov64 r3, r1
  add64 r3, OWNER
  stxdw [r2+32], r3
  stdw [r2+40], 0
  ldxb r3, [r1+IS_SIGNER]
  stxb [r2+48], r3
  ldxb r3, [r1+IS_WRITABLE]
  stxb [r2+49], r3
  ldxb r3, [r1+IS_EXECUTABLE]
  stxb [r2+50], r3
  exit
