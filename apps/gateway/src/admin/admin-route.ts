import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { AsksFor, WrapsAnswers } from '@bellwether/runtime';
import { AdminGuard } from './admin.guard';
import { AuditInterceptor } from './audit.interceptor';

/** A controller under `/admin`: guarded by the admin key, and every call audited. */
export const AdminController = () =>
  applyDecorators(
    Controller('/admin'),
    UseGuards(AdminGuard),
    UseInterceptors(AuditInterceptor),
    WrapsAnswers(),
    AsksFor('admin'),
  );
