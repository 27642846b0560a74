using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Cart;

/// <summary>An attempt to check out, as it begins.</summary>
/// <param name="Reservation">Session and attempt.</param>
/// <param name="Items">The lines after reconciliation, those that are gone left out.</param>
/// <param name="Gone">Lines whose product version is gone.</param>
internal sealed record CartAttempt(ReservationId Reservation, ImmutableArray<CartItem> Items, ImmutableArray<ItemRejection> Gone);
