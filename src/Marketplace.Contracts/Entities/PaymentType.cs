namespace Marketplace.Contracts.Entities;

/// <summary>Means of payment. The numbers are the wire format.</summary>
public enum PaymentType
{
    /// <summary>CREDIT_CARD.</summary>
    CreditCard = 0,

    /// <summary>BOLETO.</summary>
    Boleto = 1,

    /// <summary>VOUCHER.</summary>
    Voucher = 2,

    /// <summary>DEBIT_CARD.</summary>
    DebitCard = 3,
}
