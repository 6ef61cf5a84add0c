// The machine's calls. Undefined symbols, which the loader resolves by name; the linker knows the same names and refuses
// any other. Those that answer u64 answer 0 for success.
#pragma once

extern void abort(void) __attribute__((noreturn));
extern void sol_log_(const char *text, u64 len);
extern void sol_log_64_(u64 a, u64 b, u64 c, u64 d, u64 e);
extern void sol_log_pubkey(const u8 *key);
extern void sol_log_compute_units_(void);
extern void sol_log_data(const Slice *slices, u64 count);
extern void sol_memcpy_(void *to, const void *from, u64 len);
extern void sol_memmove_(void *to, const void *from, u64 len);
extern void sol_memset_(void *to, u8 value, u64 len);
extern void sol_memcmp_(const void *a, const void *b, u64 len, int *result);
extern u64 sol_create_program_address(const Slice *seeds, u64 count, const u8 *program_id,
    u8 *address);
extern u64 sol_try_find_program_address(const Slice *seeds, u64 count, const u8 *program_id,
    u8 *address, u8 *bump);
extern u64 sol_invoke_signed_c(const Instruction *instruction, const Account *accounts,
    u64 account_count, const Signer *signers, u64 signer_count);
extern void sol_set_return_data(const u8 *data, u64 len);
extern u64 sol_get_return_data(u8 *data, u64 len, u8 *program_id);
extern u64 sol_sha256(const Slice *slices, u64 count, u8 *hash);
extern u64 sol_keccak256(const Slice *slices, u64 count, u8 *hash);
extern u64 sol_blake3(const Slice *slices, u64 count, u8 *hash);
extern u64 sol_secp256k1_recover(const u8 *hash, u64 recovery_id, const u8 *signature64, u8 *key64);
extern u64 sol_get_clock_sysvar(void *clock);
extern u64 sol_get_rent_sysvar(void *rent);
extern u64 sol_get_epoch_schedule_sysvar(void *schedule);
extern u64 sol_get_stack_height(void);
extern u64 sol_get_processed_sibling_instruction(u64 index, void *meta, u8 *program_id, u8 *data,
    void *accounts);
extern u64 sol_get_sysvar(const u8 *sysvar_id, u8 *result, u64 offset, u64 len);
